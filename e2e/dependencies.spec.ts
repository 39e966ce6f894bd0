// What applications need of each other: said in the form, drawn and listed, and told wherever something waits for it.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { takeFirst } from './support/completion.ts'
import { expectSaved, impactOf, nameField } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const CLUSTER = 'depot-1'
const WEB = '/applications/depots/web'
const VERSION = { commit: '3'.repeat(40), name: 'v2' }

const application = (name: string, more: object = {}) => ({
  name,
  namespace: 'depots',
  repo_url: `https://git.example.com/depots/${name}.git`,
  repo_branch: 'main',
  repo_path: 'deploy',
  metadata: { depot: 'yes' },
  ...more,
})

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/teams', { name: 'depots' })
  const place = { environment: 'depot-qa', metadata: { site: 'depot' } }
  await write(page, 'POST', '/clusters', { name: CLUSTER, ...place })
  await write(page, 'POST', '/target-policies', {
    name: 'depots-everywhere',
    app_selector: { depot: 'yes' },
    cluster_selector: { site: 'depot' },
  })
  // It is placed nowhere.
  await write(page, 'POST', '/applications', application('vault', { metadata: {} }))
  await write(
    page,
    'POST',
    '/applications',
    application('store', { follow: 'versions', depends_on: ['depots/vault'] }),
  )
  await write(page, 'POST', '/applications/depots/store/versions', VERSION)
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const running = await page.request.get('/api/v1/rollouts?namespace=depots&state=running')
  for (const { id } of (await running.json()).items) {
    await write(page, 'POST', `/rollouts/${id}/abort`)
  }
  const paths = [
    '/target-policies/depots-everywhere',
    '/applications/ieb/depot-client',
    WEB,
    '/applications/depots/store',
    '/applications/depots/vault',
    `/clusters/${CLUSTER}`,
    '/teams/depots',
  ]
  for (const path of paths) await write(page, 'DELETE', path)
})

const needed = (page: Page, number: number) =>
  page.getByRole('group', { name: `Needed application ${number}` })
const modeOf = (page: Page) => page.getByRole('group', { name: 'How to write: Depends on' })

test('the form says what an application needs, with names and versions completed, by keyboard', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/new?namespace=depots')
  await nameField(page).fill('web')
  await page
    .getByRole('textbox', { name: 'Repository' })
    .fill('https://git.example.com/depots/web.git')
  await page.getByLabel('Path').fill('deploy')
  await page.getByRole('combobox', { name: 'Key of label 1' }).fill('depot')
  await page.getByRole('combobox', { name: 'Value of label 1' }).fill('yes')
  await page.getByRole('button', { name: 'Add an application' }).press('Enter')
  const name = needed(page, 1).getByRole('combobox', { name: 'Application' })
  await name.fill('depots/st')
  await takeFirst(page, page.getByRole('option', { name: 'depots/store' }))
  await expect(name).toHaveValue('depots/store')
  const version = needed(page, 1).getByRole('combobox', { name: 'At this version or later' })
  await version.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'v2 3333333' })).toBeVisible()
  await version.fill('v9')
  await version.press('Tab')
  await expect(version).toHaveAccessibleDescription('depots/store has no version v9.')
  await version.fill('v2')
  await expect(page.getByText('Later commits of the branch aren’t held.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await expect(impactOf(page)).toContainText(/What will wait|waits|wait/)
  await page.getByRole('radio', { name: /^Everybody with a role/ }).check()
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)
  await page.goto(WEB)
  const facts = page.getByRole('region', { name: 'Application', exact: true })
  await expect(facts).toContainText('depots/storev2 or later, healthy on the same cluster')
  await expect(facts).toContainText('everybody with a role')
})

test('rows and text say the same, and each refusal stands where it belongs', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/applications/depots/store/edit')
  await expect(needed(page, 1).getByRole('combobox', { name: 'Application' })).toHaveValue(
    'depots/vault',
  )
  await page.getByRole('button', { name: 'Add another application' }).click()
  await needed(page, 2).getByRole('combobox', { name: 'Application' }).fill('depots/web')
  await needed(page, 2).getByLabel('Must be').selectOption('In a whole environment')
  await needed(page, 2).getByRole('combobox', { name: 'Environment' }).fill('depot-qa')
  await expect(
    needed(page, 2).getByRole('combobox', { name: 'Application' }),
  ).toHaveAccessibleDescription(
    /depots\/store -> depots\/web -> depots\/store|would wait for itself/,
  )
  await modeOf(page).getByRole('button', { name: 'Text' }).press('Enter')
  const text = page.getByRole('textbox', { name: 'Depends on as text' })
  await expect(text).toHaveValue('depots/vault\ndepots/web on=environment:depot-qa')
  await expect(text).toHaveAccessibleDescription(/Line 2: It would wait for itself/)
  await text.fill('depots/vault always')
  await expect(modeOf(page).getByRole('button', { name: 'Rows' })).toBeDisabled()
  await expect(text).toHaveAccessibleDescription(/Line 1: always isn’t min_version=NAME/)
  // What was computed before is dimmed meanwhile.
  await expectAccessibleInBothThemes(page, 'fieldset:has([aria-label^="How to write: Dep"])')
  await text.fill('depots/vault healthy=false')
  await modeOf(page).getByRole('button', { name: 'Rows' }).press('Enter')
  await expect(needed(page, 1).getByRole('checkbox', { name: 'Healthy there' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Remove needed application 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add an application' })).toBeVisible()
})

test('an application’s dependencies are a graph of links, and lists beside it say the same', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto(WEB)
  await page.getByRole('link', { name: 'Dependencies' }).press('Enter')
  await expect(page).toHaveURL(`${WEB}?tab=dependencies`)
  const links = page.getByRole('region', { name: 'Graph' }).getByRole('link')
  await expect(links).toHaveText([/^web/, /^store/, /^vault/])
  await expect(links.first()).toHaveAttribute('aria-current', 'true')
  const needs = page.getByRole('region', { name: 'What web needs' })
  await expect(needs.getByRole('listitem').first()).toContainText(
    'depots/storev2 or later, healthy on the same clusterwaits on 1 of 1 cluster',
  )
  await expect(
    needs.getByRole('list', { name: 'What web needs, through depots/store' }),
  ).toContainText('depots/vaulthealthy on the same clusterplaced nowhere')
  await expect(page.getByRole('region', { name: 'What needs web' })).toContainText(
    'No other application needs it.',
  )
  await expectAccessibleInBothThemes(page, 'main')
  await links.first().focus()
  await page.keyboard.press('Tab')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/applications/depots/store?tab=dependencies')
  await expect(page.getByRole('region', { name: 'What needs store' })).toContainText(
    'depots/webneeds it v2 or later, healthy on the same cluster',
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('region', { name: 'Graph' })).toBeHidden()
  await expectToFitPhone(page)
})

test('where something waits, the pages say for what, down to the root, and lead there', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/rollouts', {
    namespace: 'depots',
    application: 'store',
    environment: 'depot-qa',
    version: 'v2',
  })
  await page.goto(`/placements/depots/web/${CLUSTER}`)
  const waits = page.getByRole('list', { name: 'What it waits for' })
  await expect(waits).toContainText('Waits for depots/store (not released there)')
  await expect(waits.getByRole('list', { name: 'What depots/store waits for' })).toContainText(
    'which waits for depots/vault (not placed there)',
  )
  await expect(page.getByText('It isn’t released there yet.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)

  await page.goto(`/clusters/${CLUSTER}`)
  const waiting = page.getByRole('region', { name: 'Applications that wait for others' })
  await expect(waiting.getByRole('listitem').filter({ hasText: 'depots / web' })).toContainText(
    'which waits for depots/vault',
  )
  await expectAccessibleInBothThemes(page, 'main')
  await expectToFitPhone(page)

  await page.goto('/applications/depots/store')
  const card = page.getByRole('region', { name: 'Where it waits for others' })
  await expect(card).toContainText('Waits for depots/vault (not placed there)')
  await expect(
    page.getByRole('region', { name: 'Placements' }).getByRole('row', { name: CLUSTER }),
  ).toContainText('for depots/vault')
  await page
    .getByRole('region', { name: 'Environments' })
    .getByRole('link', { name: /^v2/ })
    .click()
  await expect(page).toHaveURL(/\/rollouts\/\d+$/)
  await expect(page.getByRole('region', { name: 'Waves' })).toContainText(
    '1 cluster waits for what the application needs.',
  )
  await expectAccessibleInBothThemes(page, 'main')
  await card.getByRole('link', { name: 'depots/vault' }).press('Enter')
  await expect(page).toHaveURL(`/placements/depots/vault/${CLUSTER}`)
  await expect(page.getByText('Why it is not there')).toBeVisible()
})

test('of applications that somebody may not see, only that they are of other teams is told', async ({
  pageAs,
  write,
}) => {
  const admin = await pageAs('Ada Admin')
  const client = { ...application('depot-client'), namespace: 'ieb', depends_on: ['depots/store'] }
  await write(admin, 'POST', '/applications', client)
  const page = await pageAs('Ines of ieb')
  await page.goto('/applications/ieb/depot-client?tab=dependencies')
  const needs = page.getByRole('region', { name: 'What depot-client needs' })
  await expect(needs.getByRole('listitem')).toHaveText(['An application of another team'])
  await expect(needs.getByRole('link')).toHaveCount(0)
  await page.goto(`/placements/ieb/depot-client/${CLUSTER}`)
  await expect(page.getByRole('list', { name: 'What it waits for' })).toHaveText(
    'Waits for an application of another team',
  )
})
