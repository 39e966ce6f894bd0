// Versions on their way: announced, rolled out in waves that people approve, paused, taken back, and stopped where they may not go.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf } from './support/forms.ts'
import { openPalette, palette } from './support/palette.ts'
import { report } from './support/reports.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const APPLICATION = '/applications/tills/till'
const CLUSTERS = {
  'till-qa': ['till-qa-1', 'till-qa-2'],
  'till-prod': ['till-prod-1'],
  'till-shop': ['till-shop-1', 'till-shop-2'],
}
/** The demo's contributors, Cory among them. */
const APPROVERS = '00000000-0000-4000-8000-0000000000a2'

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/teams', { name: 'tills' })
  for (const [environment, names] of Object.entries(CLUSTERS)) {
    for (const name of names) {
      await write(page, 'POST', '/clusters', { name, environment, metadata: { site: 'till' } })
    }
  }
  const approvals = { count: 1, groups: [{ id: APPROVERS }] }
  const rest = { name: 'rest', before: { approvals } }
  const canary = { name: 'canary', size: 1 }
  await write(page, 'POST', '/environments', { name: 'till-qa', waves: [canary, rest] })
  await write(page, 'POST', '/environments', { name: 'till-prod', after: ['till-qa'] })
  await write(page, 'POST', '/environments', { name: 'till-shop' })
  await write(page, 'POST', '/applications', {
    name: 'till',
    namespace: 'tills',
    repo_url: 'https://git.example.com/tills/till.git',
    repo_branch: 'main',
    repo_path: 'deploy',
    follow: 'versions',
    metadata: { tier: 'till' },
  })
  await write(page, 'POST', '/target-policies', {
    name: 'tills-everywhere',
    app_selector: { tier: 'till' },
    cluster_selector: { site: 'till' },
  })
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const running = await page.request.get('/api/v1/rollouts?namespace=tills&state=running')
  for (const { id } of (await running.json()).items) {
    await write(page, 'POST', `/rollouts/${id}/abort`)
  }
  const paths = [
    '/target-policies/tills-everywhere',
    APPLICATION,
    ...Object.values(CLUSTERS).flatMap((names) => names.map((name) => `/clusters/${name}`)),
    '/environments/till-prod',
    '/environments/till-qa',
    '/environments/till-shop',
    '/teams/tills',
  ]
  for (const path of paths) await write(page, 'DELETE', path)
})

async function announce(page: Page, name: string, digit: string): Promise<void> {
  await page.goto(APPLICATION)
  await page.getByRole('button', { name: 'Announce a version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Commit', { exact: true }).fill(digit.repeat(40))
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Announce', exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

/** An environment on the road of the application's versions. */
const stop = (card: Locator, environment: string) =>
  card
    .getByRole('listitem')
    .filter({ has: card.page().getByRole('heading', { name: environment }) })

/** From the application's page to the page of the rollout, whose number it answers. */
async function rollOut(page: Page, environment: string): Promise<string> {
  await page.goto(APPLICATION)
  const card = page.getByRole('region', { name: 'Environments' })
  await stop(card, environment).getByRole('link', { name: 'Roll out' }).click()
  return start(page)
}

/** From the form, to which page it answers. */
async function start(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Start the rollout' }).click()
  await expect(page).toHaveURL(/\/rollouts\/\d+$/)
  return new URL(page.url()).pathname
}

const wave = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Waves' }).getByRole('listitem').filter({ hasText: name })

async function giveReason(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

let first = ''

test('a version goes out in waves, the first of which shows up in Git by itself', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await announce(page, 'v1', '1')
  const card = page.getByRole('region', { name: 'Environments' })
  await expect(stop(card, 'till-qa')).toContainText('nothing yet')
  await expect(stop(card, 'till-prod')).toContainText('hasn’t succeeded in till-qa')
  // From its top, where nothing is behind the bar.
  await page.goto(APPLICATION)
  await expectAccessibleInBothThemes(page)
  await card.getByRole('link', { name: 'Roll out', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'till-qa' }).focus()
  await page.keyboard.press('Space')
  const plan = page.getByRole('region', { name: 'What it does' })
  await expect(plan).toContainText('2 clusters in 2 waves')
  await expect(plan.getByRole('row', { name: 'canary' })).toContainText('1 new')
  await expect(plan.getByRole('row', { name: 'rest' })).toContainText('1 approval')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('button', { name: 'Start the rollout' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('till v1 to till-qa')
  first = new URL(page.url()).pathname
  await expect(wave(page, 'canary')).toContainText('In Git, health not looked at')
  await expect(wave(page, 'rest')).toContainText('Not yet')
  await expect(wave(page, 'rest')).toContainText('approval')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await wave(page, 'canary').getByRole('link', { name: 'change #' }).click()
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Rolled out a wave')
  await page.getByRole('link', { name: `rollout #${first.split('/').at(-1)}` }).click()
  await expect(page).toHaveURL(first)
})

test('who may only read sees what could be done, and why it isn’t theirs', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto(first)
  for (const name of ['Pause', 'Abort', 'Roll back', 'Approve', 'Refuse']) {
    const control = page.getByRole('button', { name, exact: true })
    await expect(control).toBeDisabled()
    await expect(control).toHaveAccessibleDescription(/may .* would allow it/)
  }
  await page.goto(APPLICATION)
  const rollOutControl = page.getByRole('button', { name: 'Roll out', exact: true })
  await expect(rollOutControl).toBeDisabled()
  await expect(rollOutControl).toHaveAccessibleDescription(/may .* would allow it/)
})

test('somebody else of the named group approves the next wave, and the rollout completes', async ({
  pageAs,
}) => {
  const starter = await pageAs('Ada Admin')
  await starter.goto(first)
  const page = await pageAs('Cory Contributor')
  await page.goto('/')
  await page.getByRole('button', { name: /^Inbox, \d+ waiting$/ }).click()
  const waiting = 'Approve tills / till v1 to till-qa, wave rest (1 cluster)'
  const inbox = page.getByRole('dialog', { name: 'What waits for you' })
  await inbox.getByRole('link', { name: waiting }).click()
  await expect(page).toHaveURL(first)
  await wave(page, 'rest').getByRole('button', { name: 'Approve' }).click()
  await expectAccessibleInBothThemes(page)
  await giveReason(page, 'Approve', 'The canary sells')
  for (const one of [page, starter]) {
    await expect(one.getByRole('main')).toContainText('Completed')
    await expect(wave(one, 'rest')).toContainText('In Git, health not looked at')
  }
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText(
    'The canary sells',
  )
})

test('a rollout is paused, resumed and rolled back', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await announce(page, 'v2', '2')
  const path = await rollOut(page, 'till-qa')
  await expect(wave(page, 'canary')).toContainText('In Git, health not looked at')
  await page.getByRole('button', { name: 'Pause' }).click()
  await giveReason(page, 'Pause', 'Lunch')
  await expect(page.getByRole('main')).toContainText(/Ada Admin paused it .*: “Lunch”/)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: 'rest' })).toContainText(
    '1 approval',
  )
  await giveReason(page, 'Resume', 'Back again')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.getByRole('button', { name: 'Roll back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Roll back till in till-qa: v2 → v1' })
  await expect(dialog).toContainText('1 placement')
  const back = dialog.getByRole('button', { name: 'Roll back to v1', exact: true })
  await expect(back).toBeDisabled()
  await dialog.getByLabel('Reason').fill('It crashes')
  await back.click()
  await expectSaved(page)
  await expect(page.getByRole('region', { name: 'Outcome' })).toContainText('Rolled back a rollout')
  const moved = page.getByRole('region', { name: 'Placements it moved' }).first()
  await expect(moved).toContainText('1 began, 1 ended')
  await page.goto(path)
  await expect(page.getByRole('main')).toContainText('Rolled back')
  await page.goto('/rollouts?namespace=tills')
  await expect(page.getByRole('row', { name: 'v2' })).toContainText('Rolled back')
  await expect(page.getByRole('row', { name: 'v1' })).toContainText('Completed')
  await expect(page.getByRole('row', { name: 'v1' })).toContainText('health not looked at')
})

test('whoever started a rollout is told who refused its wave, and why', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  // Somebody went back from it, so its road offers it no more.
  await page.goto('/rollouts/new?namespace=tills&application=till&environment=till-qa')
  await page.getByRole('radio', { name: /^v2/ }).check()
  const path = await start(page)
  await expect(wave(page, 'rest')).toContainText('approval')
  const other = await pageAs('Cory Contributor')
  await other.goto(path)
  await wave(other, 'rest').getByRole('button', { name: 'Refuse' }).click()
  await giveReason(other, 'Refuse', 'The tills are counted today')
  const told = 'Cory Contributor refused wave rest'
  await expect(page.getByRole('main')).toContainText(told)
  await expect(page.getByRole('main')).toContainText('“The tills are counted today”')
  await expectAccessibleInBothThemes(page)
  await page.goto('/')
  const own = page.getByRole('region', { name: 'Waits for you' })
  await expect(own).toContainText(`${told}: The tills are counted today`)
  await page.getByRole('button', { name: /^Inbox, \d+ waiting$/ }).click()
  const inbox = page.getByRole('dialog', { name: 'What waits for you' })
  await expect(inbox).toContainText(`${told}: The tills are counted today`)
  await page.goto(path)
  await page.getByRole('button', { name: 'Abort' }).click()
  await giveReason(page, 'Abort', 'Tomorrow')
  await expect(page.getByRole('main')).toContainText('Aborted')
})

test('the palette finds a rollout by its number, and a version by its application and its name', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  const { items } = await (await page.request.get('/api/v1/rollouts?namespace=tills')).json()
  const { id } = items[0]
  await page.goto('/')
  await openPalette(page)
  await page.keyboard.type(`rollout ${id}`)
  await expect(palette(page).getByRole('option', { name: `Rollout #${id}` })).toBeVisible()
  await palette(page).getByRole('combobox').fill('till v2')
  const found = palette(page)
    .getByRole('group', { name: 'Versions' })
    .getByRole('option', { name: 'tills/till v2' })
  await expect(found).toBeVisible()
  await found.click()
  await expect(page).toHaveURL(/\/applications\/tills\/till\/versions\?q=/)
  await expect(page.getByRole('row', { name: 'v2' })).toBeVisible()
})

test('a wave goes on when somebody says so where no cluster reports, and when enough are healthy', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/environments/till-shop/edit')
  await page.getByRole('button', { name: 'Add a wave' }).click()
  await page.getByLabel('Name of wave 1').fill('first')
  await page.getByLabel('Size of wave 1').fill('1')
  await page.getByLabel('What must hold after wave 1').check()
  await page.getByLabel('Healthy after wave 1').fill('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Healthy after wave 1')).toHaveAccessibleDescription(/1% to 100%/)
  await page.getByLabel('Healthy after wave 1').fill('50%')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectSaved(page)
  await page.goto('/environments/till-shop')
  await expect(page.getByRole('main')).toContainText(
    'Goes on when 50% of the clusters that report are healthy',
  )

  await rollOut(page, 'till-shop')
  await expect(wave(page, 'first')).toContainText('None of 1 cluster reports')
  await wave(page, 'first').getByRole('button', { name: 'Approve' }).click()
  await giveReason(page, 'Approve', 'The shop says that it works')
  await expect(wave(page, 'first')).toContainText('Passed, nobody reports')
  await expect(page.getByRole('main')).toContainText('Completed')

  await announce(page, 'v3', '3')
  const path = await rollOut(page, 'till-shop')
  await expect(wave(page, 'first')).toContainText('In Git')
  const { items } = await (await page.request.get(`/api/v1${path}/clusters`)).json()
  await report(page, items[0].cluster, { 'tills/till': { revision: '3'.repeat(40) } })
  await expect(wave(page, 'first')).toContainText(/1\s*healthy/, { timeout: 30_000 })
  await expect(page.getByRole('main')).toContainText('Completed')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
})

test('a freeze is named in the list, and whoever overrides it, and what a wave waits for, confirms all that follows', async ({
  pageAs,
  write,
}) => {
  const page = await pageAs('Ada Admin')
  const after = { healthy: '100%' }
  const waves = [{ name: 'first', size: 1, after }, { name: 'rest' }]
  await write(page, 'PATCH', '/environments/till-shop', { waves })
  const freeze = { name: 'tills-closed', environments: ['till-shop'] }
  await write(page, 'POST', '/freezes', freeze)
  await announce(page, 'v4', '4')
  const path = await rollOut(page, 'till-shop')
  const list = '/rollouts?namespace=tills&state=running'
  await expect(async () => {
    await page.goto(list)
    await expect(page.getByRole('table')).toContainText('Frozen by tills-closed.', {
      timeout: 1_000,
    })
  }).toPass()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)

  await page.goto(path)
  const override = page.getByRole('button', { name: 'Override' })
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Override' })
  await wave(page, 'first').getByRole('button', { name: 'Override' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The tills hang')
  await dialog.getByRole('checkbox', { name: 'Also for the waves after it' }).check()
  await dialog.getByRole('textbox', { name: /^Placements that the wave and those after/ }).fill('2')
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(wave(page, 'first')).toContainText('Released by change')
  await expect(override).toHaveCount(1)
  await override.click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They cannot wait')
  const number = dialog.getByRole('textbox', { name: 'Placements that the waves that follow' })
  await number.fill('9')
  await confirm.click()
  await expect(dialog).toContainText('It changes 1 placement now. To confirm that, enter 1.')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await number.fill('1')
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Completed')

  const { waves: done } = await (await page.request.get(`/api/v1${path}`)).json()
  for (const { change } of done) {
    await page.goto(`/changes/${change}`)
    await expect(page.getByRole('main')).toContainText('Override: tills-closed')
    await expect(page.getByRole('main')).toContainText('tills-closed: by Ada Admin, The tills hang')
  }
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await write(page, 'DELETE', '/freezes/tills-closed')
})

test('what was not in the environment before is stopped before it starts', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/rollouts/new?namespace=tills&application=till&environment=till-prod')
  const plan = page.getByRole('region', { name: 'What it does' })
  const start = page.getByRole('button', { name: 'Start the rollout' })
  await expect(page.getByRole('radio', { name: /^v1/ })).toBeChecked()
  await expect(start).toBeEnabled()
  await page.getByRole('radio', { name: /^v3/ }).check()
  await expect(plan).toContainText('till-qa')
  await expect(start).toBeDisabled()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('radio', { name: /^v1/ }).check()
  await expect(start).toBeEnabled()
})

test('the form of an environment says which rollouts begin once it takes the newest version', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/environments/till-prod/edit')
  await page.getByRole('radio', { name: /^Starts by itself/ }).check()
  const starts = impactOf(page).getByRole('region', { name: 'What starts by itself' })
  await expect(starts).toContainText('1 rollout starts by itself at once.')
  await expect(starts.getByRole('listitem')).toHaveText('tills/till v1 in till-prod')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('radio', { name: /^Waits/ }).check()
  await expect(starts).toHaveCount(0)
})

test('two environments stand beside each other', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/environments/till-qa')
  await page
    .getByRole('link', { name: /till-prod/ })
    .first()
    .click()
  await expect(page).toHaveURL('/environments/till-qa/compare/till-prod')
  const row = page.getByRole('row', { name: 'tills / till' })
  await expect(row).toContainText('v1')
  await expect(row).toContainText('not yet in till-prod')
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
})
