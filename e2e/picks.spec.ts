// A policy places on some of its clusters: picked by itself, by rules that a form holds, or by a scheduler of one's own.
import { expect, type Page } from '@playwright/test'
import { demoGroup } from '#lib/demo/groups.ts'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { takeFirst } from './support/completion.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

/** Two in each region; those of the first come first. */
const MILLS = [
  { name: 'mill-1', region: 'fens', tier: 'gold' },
  { name: 'mill-2', region: 'fens', tier: 'silver' },
  { name: 'mill-3', region: 'downs', tier: 'gold' },
  { name: 'mill-4', region: 'downs', tier: 'silver' },
]
const FLOUR = '/applications/mills/flour'
const KEY = `whsec_${Buffer.alloc(32, 'flour').toString('base64')}`

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const groups = [{ id: demoGroup.ieb, role: 'contributor' }]
  await write(page, 'POST', '/teams', { name: 'mills', groups })
  for (const { name, region, tier } of MILLS) {
    const metadata = { site: 'mill', region, tier }
    await write(page, 'POST', '/clusters', { name, environment: 'mill-live', metadata })
  }
  await write(page, 'POST', '/applications', {
    name: 'flour',
    namespace: 'mills',
    repo_url: 'https://git.example.com/mills/flour.git',
    repo_branch: 'main',
    repo_path: 'deploy/flour',
  })
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const paths = [
    '/target-policies/some-mills',
    '/target-policies/packed-mills',
    '/schedulers/mill-packer',
    FLOUR,
    ...MILLS.map(({ name }) => `/clusters/${name}`),
    '/teams/mills',
  ]
  for (const path of paths) await write(page, 'DELETE', path)
})

async function expectToLook(page: Page) {
  await page.evaluate(() => window.scrollTo(0, 0))
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
}

async function openNewPolicy(page: Page, name: string) {
  await page.goto('/policies/new')
  await nameField(page).fill(name)
  await page.getByRole('combobox', { name: 'Owner' }).fill('mills')
  await writeSelector(page, 'Applications', 'name=flour')
  await writeSelector(page, 'Clusters', 'site=mill')
}

test('a policy that picks is made by keyboard, and its preview says which clusters are chosen', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await openNewPolicy(page, 'some-mills')
  const impact = impactOf(page)
  await expect(impact).toContainText(/\+4\s*Added/)
  await page.getByRole('checkbox', { name: /^Pick some of these clusters/ }).press('Space')
  await page.keyboard.press('Tab')
  const count = page.getByRole('textbox', { name: 'How many clusters' })
  await expect(count).toBeFocused()
  await page.keyboard.type('many')
  await expect(count).toHaveAccessibleDescription(/20%/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Tab')
  const spread = page.getByRole('combobox', { name: 'Spread evenly over' })
  await expect(spread).toBeFocused()
  await page.keyboard.type('regi')
  await takeFirst(page, page.getByRole('option', { name: /^region/ }))
  await expect(spread).toHaveValue('region')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add a preference' })).toBeFocused()
  await page.keyboard.press('Enter')
  const first = page.getByRole('group', { name: 'Preference 1' })
  await first.getByRole('combobox', { name: 'Label' }).fill('tier')
  const value = first.getByRole('combobox', { name: 'Value of preference 1' })
  await value.focus()
  await page.keyboard.type('silver,')
  await expect(first.getByRole('button', { name: 'Remove silver' })).toBeVisible()

  await expect(impact).toContainText(/\+2\s*Added/)
  await expect(impact).toContainText('mills/flour on mill-2')
  await expect(impact).toContainText('mills/flour on mill-4')
  await expect(impact).toContainText('chosen by pick (2 of 4)')
  await expectToLook(page)
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expectSaved(page)
})

test('its page says how many are chosen for each application, and placements say why', async ({
  sentPageAs,
}) => {
  const page = await sentPageAs('Ines of ieb')
  await page.goto('/policies/some-mills')
  const main = page.getByRole('main')
  await expect(main).toContainText(
    '2 clusters for each application, evenly over region; first by tier (silver)',
  )
  const chosen = page.getByRole('table', { name: 'What is chosen' })
  await expect(chosen.getByRole('link', { name: 'mills/flour' })).toBeVisible()
  await chosen.getByRole('link', { name: '2 of 4' }).click()
  await expect(page.getByRole('table', { name: 'Placements' })).toContainText('mill-2')
  await page.goto('/placements/mills/flour/mill-2')
  await expect(main).toContainText(
    'It is given by the policy some-mills, chosen by pick (2 of 4), and nothing excludes it.',
  )
  await page.goto('/placements/mills/flour/mill-1')
  await expect(main).toContainText(
    'It is selected by the policy some-mills, but not chosen by pick (2 of 4).',
  )
  await expect(main).toContainText('Didn’t choose it')
})

test('more than there are is warned of, and nothing of a pick is asked where a policy excludes', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/policies/some-mills/edit')
  const count = page.getByRole('textbox', { name: 'How many clusters' })
  await expect(count).toHaveValue('2')
  await count.fill('5')
  await expect(impactOf(page)).toContainText('1 application has fewer that may be picked')
  await expect(impactOf(page)).toContainText(/\+2\s*Added/)
  await page.getByRole('radio', { name: /^Exclude/ }).check()
  await expect(count).toBeHidden()
  await expect(impactOf(page)).toContainText(/−2\s*Removed/)
  await page.getByRole('radio', { name: /^Include/ }).check()
  await expect(count).toHaveValue('5')
})

test('a scheduler is made, and a policy that names it places nothing before it decides', async ({
  pageAs,
}) => {
  const admin = await pageAs('Ada Admin')
  await admin.goto('/schedulers/new')
  await nameField(admin).fill('mill-packer')
  await admin.getByLabel('Address').fill('https://packer.example.com/berth')
  const secret = admin.getByLabel('Secret')
  await secret.fill('hunter2')
  await expect(secret).toHaveAccessibleDescription(/whsec_/)
  await secret.fill(KEY)
  await expect(impactOf(admin)).toContainText('Nothing moves')
  await expectToLook(admin)
  await admin.getByRole('button', { name: 'Create' }).press('Enter')
  await expectSaved(admin)

  const page = await pageAs('Ines of ieb')
  await openNewPolicy(page, 'packed-mills')
  const pick = page.getByRole('checkbox', { name: /^Pick some of these clusters/ })
  await pick.check()
  await page.getByRole('textbox', { name: 'How many clusters' }).fill('1')
  const scheduler = page.getByRole('combobox', { name: 'Scheduler' })
  await scheduler.fill('mill')
  await takeFirst(page, page.getByRole('option', { name: /^mill-packer/ }))
  await expect(scheduler).toHaveValue('mill-packer')
  await scheduler.press('Tab')
  await expect(scheduler).toHaveAccessibleDescription(
    /Either a scheduler chooses the clusters, or the policy picks them itself\.$/,
  )
  await pick.uncheck()
  await expect(impactOf(page)).toContainText(
    'packed-mills places 1 application nowhere before mill-packer decides.',
  )
  await expectToLook(page)
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expectSaved(page)
})

test('the policy and the scheduler lead to each other, and say that nothing is decided', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/schedulers/mill-packer')
  const main = page.getByRole('main')
  await expect(main).toContainText('Set')
  await expect(main).not.toContainText(KEY)
  await expectToLook(page)
  await page.getByRole('link', { name: 'packed-mills' }).click()
  const chosen = page.getByRole('table', { name: 'What is chosen' })
  await expect(chosen).toContainText('Not decided yet')
  await expect(chosen).toContainText('mill-packer may choose among 4')
  await expectToLook(page)
  await page.goto('/placements/mills/flour/mill-1')
  await expect(main).toContainText('mill-packer has not decided yet')
  await expectToLook(page)
})
