// A cluster that keeps its version of an application until a date: held, seen where people look, and let go again.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { demoGroup } from '#lib/demo/groups.ts'
import { takeFirst } from './support/completion.ts'
import { expectSaved, impactOf } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const APPLICATION = '/applications/scales/scale'
const CLUSTERS = ['scale-1', 'scale-2']
const LAB = 'scale-lab'
const PLACEMENT = '/placements/scales/scale/scale-1'

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/teams', {
    name: 'scales',
    groups: [{ id: demoGroup.ieb, role: 'contributor' }],
  })
  await write(page, 'POST', '/environments', { name: 'scale-shops' })
  for (const name of CLUSTERS) {
    const cluster = { name, environment: 'scale-shops', metadata: { site: 'scale' } }
    await write(page, 'POST', '/clusters', cluster)
  }
  // Where no hold may be.
  const labs = { name: LAB, environment: 'scale-labs', metadata: { site: 'scale' } }
  await write(page, 'POST', '/clusters', labs)
  await write(page, 'POST', '/applications', {
    name: 'scale',
    namespace: 'scales',
    repo_url: 'https://git.example.com/scales/scale.git',
    repo_branch: 'main',
    repo_path: 'deploy',
    follow: 'versions',
    metadata: { tier: 'scale' },
  })
  await write(page, 'POST', '/target-policies', {
    name: 'scales-everywhere',
    app_selector: { tier: 'scale' },
    cluster_selector: { site: 'scale' },
  })
  for (const [index, name] of ['v1', 'v2'].entries()) {
    const commit = String(index + 1).repeat(40)
    await write(page, 'POST', `${APPLICATION}/versions`, { commit, name })
  }
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const paths = [
    '/target-policies/scales-everywhere',
    APPLICATION,
    ...[...CLUSTERS, LAB].map((name) => `/clusters/${name}`),
    '/environments/scale-shops',
    '/teams/scales',
  ]
  for (const path of paths) await write(page, 'DELETE', path)
})

const held = (page: Page) => page.getByRole('region', { name: 'Held versions' }).first()

async function untilCompleted(page: Page, total: number): Promise<void> {
  const path = '/api/v1/rollouts?namespace=scales&state=completed'
  await expect.poll(async () => (await (await page.request.get(path)).json()).total).toBe(total)
}

test('where nothing is released or the environment allows none, nobody holds anything', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const hold = page.getByRole('button', { name: 'Hold version' })
  await page.goto(PLACEMENT)
  await expect(hold).toBeDisabled()
  await expect(hold).toHaveAccessibleDescription(/Nothing of scale is released on scale-1/)
  const rollout = { namespace: 'scales', application: 'scale', environment: 'scale-shops' }
  await write(page, 'POST', '/rollouts', { ...rollout, version: 'v1' })
  await untilCompleted(page, 1)
  await page.goto(PLACEMENT)
  await expect(hold).toBeDisabled()
  await expect(hold).toHaveAccessibleDescription(/No cluster of scale-shops may hold a version/)
  await page.goto(APPLICATION)
  await expect(page.getByRole('region', { name: 'Environments' })).toBeVisible()
  await expect(held(page)).toHaveCount(0)
})

test('an admin says in the form of an environment for how long clusters may', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/environments/scale-shops/edit')
  const field = page.getByRole('textbox', { name: 'Holds' })
  await field.fill('for ever')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field).toHaveAccessibleDescription(/A duration is written as 10m, 2h or 1d/)
  await field.fill('30d')
  await expect(impactOf(page)).not.toContainText('This can’t be saved')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto('/environments/scale-shops')
  await expect(page.getByRole('main')).toContainText('30d')
})

test('a cluster holds its version, by keyboard from the page of the application', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(APPLICATION)
  await expect(held(page)).toContainText('No cluster holds its version')
  await held(page).getByRole('button', { name: 'Hold a version' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Cluster' })).toBeFocused()
  await expect(dialog.getByRole('combobox', { name: 'Cluster' })).toHaveAccessibleDescription(
    'Those of scale-shops: in scale-labs no cluster may hold a version.',
  )
  await expect(dialog.getByRole('option')).toHaveText(CLUSTERS)
  await takeFirst(page, dialog.getByRole('option', { name: 'scale-1' }))
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Until' })).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Until' })).toHaveAccessibleDescription(
    /Until \d+ \w+, .* at the latest/,
  )
  await page.keyboard.type('in 60 days')
  await expect(dialog.getByRole('textbox', { name: 'Until' })).toHaveAccessibleDescription(
    /A hold may be 30d long/,
  )
  await dialog.getByRole('textbox', { name: 'Until' }).fill('in 14 days')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(impactOf(page)).toContainText('Say why it holds its version.')
  await page.keyboard.type('No changes before Christmas')
  await expect(dialog.getByRole('button', { name: 'Hold until then' })).toBeEnabled()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.keyboard.press('Enter')
  await expectSaved(page)
})

test('its pages say so, and a rollout leaves it alone', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto(APPLICATION)
  const row = held(page).getByRole('row', { name: 'scale-1' })
  await expect(row).toContainText('v1')
  await expect(row).toContainText('No changes before Christmas')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  const road = page.getByRole('region', { name: 'Environments' })
  await expect(road.getByRole('link', { name: '1 holds v1' })).toHaveAttribute('href', /#holds$/)
  await road.getByRole('link', { name: 'Roll out here' }).click()
  const plan = page.getByRole('region', { name: 'What it does' })
  await expect(plan).toContainText('1 cluster holds its version and keeps it')
  await page.getByRole('button', { name: 'Start the rollout' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('scale v2 to scale-shops')
  await untilCompleted(page, 2)
  await page.goto('/placements?application=scale')
  const placement = (cluster: string) => page.getByRole('row', { name: cluster })
  await expect(placement('scale-1')).toContainText('Holds its version until')
  await expect(placement('scale-2')).not.toContainText('Holds its version')
  await page.goto(PLACEMENT)
  const card = page.getByRole('region', { name: 'Hold', exact: true })
  await expect(card).toContainText('It keeps v1')
  await expect(card).toContainText('Ada Admin')
  await expect(page.getByRole('region', { name: 'Why it is there' })).toContainText(
    'Version v1 is held by the cluster until',
  )
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
})

test('who may only read sees the hold, and why ending it isn’t theirs', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/clusters/scale-1')
  const end = held(page).getByRole('button', { name: 'End hold' })
  await expect(held(page)).toContainText('No changes before Christmas')
  await expect(end).toBeDisabled()
  await expect(end).toHaveAccessibleDescription(/may .* would allow it/)
})

test('its end shows what the cluster gets then', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/clusters/scale-1')
  await held(page).getByRole('button', { name: 'End hold' }).click()
  await expect(impactOf(page)).toContainText('1 placement')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('dialog').getByRole('button', { name: 'End hold' }).click()
  await expectSaved(page)
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Ended a hold')
  await page.goto('/clusters/scale-1')
  await expect(held(page)).toContainText('It holds no version')
})

test('a contributor of the team opens the change of their rollout, and lands on that of their hold', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ines of ieb')
  const rollout = { namespace: 'scales', application: 'scale', environment: 'scale-shops' }
  await write(page, 'POST', '/rollouts', { ...rollout, version: 'v1' })
  await untilCompleted(page, 3)
  await page.goto('/rollouts?namespace=scales')
  await page.getByRole('table').getByRole('link').first().click()
  const waves = page.getByRole('region', { name: 'Waves' })
  await expect(waves).toContainText('scale-2')
  await waves.getByRole('link', { name: /^change #/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change')
  await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
  await page.goto(PLACEMENT)
  await page.getByRole('button', { name: 'Hold version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Until' }).fill('in 7 days')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not before the fair')
  await dialog.getByRole('button', { name: 'Hold until then' }).click()
  await expectSaved(page)
  await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible()
  await write(page, 'DELETE', '/clusters/scale-1/holds/scales/scale')
})

test('an override of a rollout ends a hold, once the number of placements confirms it', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const approvals = { count: 1, groups: [{ id: 'scale-managers' }] }
  await write(page, 'PATCH', '/environments/scale-shops', {
    waves: [{ name: 'rest', before: { approvals } }],
  })
  await write(page, 'PUT', '/clusters/scale-1/holds/scales/scale', {
    until: new Date(Date.now() + 14 * 86_400_000).toISOString(),
    reason: 'No changes before Christmas',
  })
  await write(page, 'POST', `${APPLICATION}/versions`, { commit: '3'.repeat(40), name: 'v3' })
  const rollout = { namespace: 'scales', application: 'scale', environment: 'scale-shops' }
  await write(page, 'POST', '/rollouts', { ...rollout, version: 'v3' })
  await page.goto('/rollouts?namespace=scales&state=running')
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Override' }).click()
  const dialog = page.getByRole('dialog', { name: 'Let wave rest go on' })
  await expect(dialog.getByRole('listitem')).toHaveText([/approval/i])
  const number = dialog.getByRole('textbox', { name: /^Placements that the wave/ })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The fix cannot wait')
  await dialog.getByRole('button', { name: 'Override' }).click()
  await expect(dialog.getByText(/^It changes \d+ placements?/)).toBeVisible()
  const holds = dialog.getByRole('textbox', { name: 'End the holds of these clusters' })
  await expect(holds).toHaveAccessibleDescription(/1 of the environment holds its version/)
  const wave = dialog.getByRole('textbox', { name: 'Placements that the wave changes' })
  await expect(wave).toBeVisible()
  await holds.fill('scale-1, scale-9')
  await number.fill('1')
  const override = dialog.getByRole('button', { name: 'Override' })
  await override.click()
  await expect(holds).toHaveAccessibleDescription(/There is no hold to end on scale-9/)
  await holds.fill('scale-1')
  await override.click()
  const refused = dialog.getByText(/^It changes \d+ placements? now/)
  const [needed = ''] = /\d+(?= placement)/.exec(await refused.innerText()) ?? []
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await number.fill(needed)
  await override.click()
  await expect(dialog).toBeHidden()
  await untilCompleted(page, 4)
  await page.goto('/clusters/scale-1')
  await expect(held(page)).toContainText('It holds no version')
  await page.goto(PLACEMENT)
  await expect(page.getByRole('main')).toContainText('v3')
})
