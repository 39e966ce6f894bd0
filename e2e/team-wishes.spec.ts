// A member of a team asks for more than it has, and an admin answers.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { demoGroup } from '#lib/demo/groups.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial', timeout: 300_000 })

test.use({ changesFleet: true })

const PURPOSE = 'The stores of the west open in May.'
const TEAM = 'wishers'
const WEST = 'west-wa-perth-01'
const EAST = 'east-nsw-sydney-03'

const team = {
  name: TEAM,
  groups: [{ id: demoGroup.ieb, role: 'contributor' }],
  cluster_boundary: 'region=east',
  quota: { pods: '10', secrets: '4' },
}
const board = {
  namespace: TEAM,
  name: 'board',
  repo_url: 'https://git.example.com/wishers/board.git',
  repo_path: 'deploy',
  repo_branch: 'main',
  metadata: { kind: 'board' },
}
const boards = {
  namespace: TEAM,
  name: 'boards',
  effect: 'include',
  app_selector: 'kind=board',
  cluster_selector: 'region in (east,west)',
}

const askLink = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Ask for more' })

async function send(page: Page) {
  await page.getByLabel('Purpose').fill(PURPOSE)
  await page.getByRole('button', { name: 'Send the request' }).press('Enter')
  await expect(page).toHaveURL(/\/team-requests$/)
}

async function openRequest(page: Page) {
  await page.goto('/team-requests?state=open')
  await page.getByRole('link', { name: TEAM }).press('Enter')
}

test('whoever edits what a team owns asks for the clusters that its boundary refuses, by keyboard', async ({
  pageAs,
  write,
}) => {
  const admin = await pageAs('Ada Admin')
  await write(admin, 'POST', '/teams', team)
  await write(admin, 'POST', '/target-policies', boards)
  await write(admin, 'POST', '/applications', board)
  await admin.goto(`/teams/${TEAM}`)
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(TEAM)
  await expect(admin.getByRole('link', { name: 'Ask for more' })).toHaveCount(0)
  const page = await pageAs('Ines of ieb')
  await page.goto(`/placements/${TEAM}/board/${WEST}`)
  await page.getByRole('link', { name: 'Ask for more' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ask for more for ${TEAM}`)
  await expect(page.getByText('Now: region=east')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('button', { name: 'Send the request' }).press('Enter')
  await expect(page.getByText('Say what the team is for').first()).toBeVisible()
  await send(page)
  await page.getByRole('link', { name: TEAM }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Other limits of team ${TEAM}`)
  await expect(page.getByText('region in (east,west)')).toBeVisible()
  await expect(page.getByText('An admin of the tenant decides')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
})

test('what a quota refuses on a cluster leads to asking for more', async ({ pageAs }) => {
  const admin = await pageAs('Ada Admin')
  const message =
    'pods "board-1" is forbidden: exceeded quota: berth, requested: pods=1, limited: pods=10'
  await report(admin, EAST, { [`${TEAM}/board`]: { health: 'Degraded', phase: 'Failed', message } })
  const page = await pageAs('Ines of ieb')
  await page.goto(`/placements/${TEAM}/board/${EAST}`)
  const said = page.getByRole('region', { name: 'What the cluster says' })
  await expect(said).toContainText('exceeded quota')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await said.getByRole('link', { name: 'Ask for more' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ask for more for ${TEAM}`)
  await expect(page.getByRole('group', { name: 'Quota' })).toBeVisible()
})

test('the impact of a policy that the boundary refuses leads to asking, and an admin’s does not', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/policies/boards/edit')
  await page.getByLabel('Description').fill('Boards of the stores')
  await expect(impactOf(page)).toContainText('they are outside its cluster boundary')
  await expect(askLink(page)).toBeInViewport({ ratio: 1 })
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await expect(askLink(page)).toBeInViewport({ ratio: 1 })
  await askLink(page).press('Enter')
  await page.getByRole('button', { name: 'Leave' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ask for more for ${TEAM}`)
  const admin = await pageAs('Ada Admin')
  await admin.goto('/policies/boards/edit')
  await admin.getByLabel('Description').fill('Boards of the stores')
  await expect(impactOf(admin)).toContainText('they are outside its cluster boundary')
  await expect(askLink(admin)).toHaveCount(0)
})

test('an admin sees what that places, on the team as it is by then, and gives it', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'PATCH', `/teams/${TEAM}`, { quota: { pods: '30' } })
  await openRequest(page)
  await expect(page.getByText('The limits of the team were changed since it asked')).toBeVisible()
  await expect(impactOf(page)).toContainText('Added')
  await expect(page.getByLabel('Description')).toHaveCount(0)
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByLabel('Reason').fill('Welcome west')
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expectSaved(page)
  await expect(page.getByText(/Welcome west \(team request /).first()).toBeVisible()
  const asker = await pageAs('Ines of ieb')
  await asker.goto('/team-requests')
  await asker.getByRole('link', { name: TEAM }).click()
  await expect(asker.getByText('Approved').first()).toBeVisible()
  await expect(asker.getByText('Welcome west').first()).toBeVisible()
  await asker.goto(`/teams/${TEAM}`)
  await expect(asker.getByText('pods=30')).toBeVisible()
  await expect(
    asker.getByText('region in (east,west)').filter({ visible: true }).first(),
  ).toBeVisible()
})

test('a team asks for a cluster, and an admin makes it on a phone', async ({ pageAs, write }) => {
  const asker = await pageAs('Ines of ieb')
  await asker.goto(`/teams/${TEAM}`)
  await asker.getByRole('link', { name: 'Ask for more' }).click()
  await asker.getByRole('radio', { name: /^A cluster/ }).check()
  await asker.getByRole('textbox', { name: 'Environment' }).fill('dev')
  await expectAccessibleInBothThemes(asker)
  await send(asker)
  const page = await pageAs('Ada Admin')
  await page.setViewportSize({ width: 390, height: 844 })
  await openRequest(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A cluster for team ${TEAM}`)
  await nameField(page).fill('west-wished-01')
  await expect(impactOf(page)).toContainText(/placement/i)
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('west-wished-01')
  await asker.goto('/team-requests?state=approved')
  await asker.getByRole('link', { name: TEAM }).first().click()
  await expect(asker.getByRole('link', { name: 'west-wished-01' })).toBeVisible()
  await write(page, 'DELETE', '/clusters/west-wished-01')
  await write(page, 'DELETE', `/applications/${TEAM}/board`)
  await write(page, 'DELETE', '/target-policies/boards')
  await write(page, 'DELETE', `/teams/${TEAM}`)
})
