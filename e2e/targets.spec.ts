// A team gives some of its stores another directory: named in the application's form, given by a policy, and told by the placement.
import { expect, type Page } from '@playwright/test'
import { demoGroup } from '#lib/demo/groups.ts'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { takeFirst } from './support/completion.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const ENVIRONMENT = 'bakery-live'
const BREAD = '/applications/bakeries/bread'
const [FIRST, SECOND] = ['bakery-1', 'bakery-2']
const PATH = 'deploy/bread-early'

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const groups = [{ id: demoGroup.ieb, role: 'contributor' }]
  await write(page, 'POST', '/teams', { name: 'bakeries', groups })
  for (const name of [FIRST, SECOND]) {
    const place = { environment: ENVIRONMENT, metadata: { site: 'bakery' } }
    await write(page, 'POST', '/clusters', { name, ...place })
  }
  await write(page, 'POST', '/applications', {
    name: 'bread',
    namespace: 'bakeries',
    repo_url: 'https://git.example.com/bakeries/bread.git',
    repo_branch: 'main',
    repo_path: 'deploy/bread',
    metadata: { kind: 'oven' },
  })
  await write(page, 'POST', '/target-policies', {
    name: 'ovens',
    namespace: 'bakeries',
    app_selector: 'kind=oven',
    cluster_selector: 'site=bakery',
  })
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const paths = [
    '/target-policies/early-ovens',
    '/target-policies/ovens',
    BREAD,
    `/clusters/${FIRST}`,
    `/clusters/${SECOND}`,
    '/teams/bakeries',
  ]
  for (const path of paths) await write(page, 'DELETE', path)
})

async function expectToLook(page: Page) {
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
}

test('a team adds a target to its application, by keyboard, and nothing moves', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto(`${BREAD}/edit`)
  await page.getByRole('button', { name: 'Add a target' }).press('Enter')
  const row = page.getByRole('group', { name: 'Target 1' })
  await row.getByRole('textbox', { name: 'Target 1' }).fill('early-adopters')
  const environment = row.getByRole('combobox', { name: 'Environment' })
  await environment.fill('bakery')
  await takeFirst(page, page.getByRole('option', { name: ENVIRONMENT }))
  await row.getByRole('textbox', { name: 'Path' }).fill('../bread')
  await expect(row.getByRole('textbox', { name: 'Path' })).toHaveAccessibleDescription(/\.\./)
  await row.getByRole('textbox', { name: 'Path' }).fill(PATH)
  await expect(impactOf(page)).toContainText('Nothing moves')
  await expectToLook(page)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expectSaved(page)
})

test('a policy that names it shows beforehand which placement gets which directory', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/policies/new?namespace=bakeries')
  await nameField(page).fill('early-ovens')
  await writeSelector(page, 'Applications', 'name=bread')
  await writeSelector(page, 'Clusters', `name=${FIRST}`)
  const target = page.getByRole('combobox', { name: 'Target' })
  await target.fill('early')
  await takeFirst(page, page.getByRole('option', { name: 'early-adopters' }))
  await expect(target).toHaveValue('early-adopters')
  const impact = impactOf(page)
  await expect(impact).toContainText(`bakeries/bread on ${FIRST}`)
  await expect(impact).toContainText('target early-adopters instead of no target')
  await impact.getByRole('tab', { name: /^Files/ }).click()
  const diff = impact.getByRole('region', { name: /^Diff of/ })
  await expect(diff).toContainText('path: deploy/bread')
  await expect(diff).toContainText(`path: ${PATH}`)
  await expectToLook(page)
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expectSaved(page)
})

test('the placements say which directory they have, and why', async ({ sentPageAs }) => {
  const page = await sentPageAs('Ines of ieb')
  await page.goto(`/placements/bakeries/bread/${FIRST}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('from the directory of its target early-adopters')
  await expect(main).toContainText('the application has it in this environment')
  await page.goto(`/placements/bakeries/bread/${SECOND}`)
  await expect(main).toContainText('It is given by the policy ovens, and nothing excludes it.')
})

test('another target for the same placement is refused, with both policies', async ({
  pageAs,
  write,
}) => {
  const admin = await pageAs('Ada Admin')
  const targets = ['early-adopters', 'late'].map((name) => ({
    name,
    environment: ENVIRONMENT,
    repo_path: name === 'late' ? 'deploy/bread-late' : PATH,
  }))
  await write(admin, 'PATCH', BREAD, { targets })
  const page = await pageAs('Ines of ieb')
  await page.goto('/policies/ovens/edit')
  const target = page.getByRole('combobox', { name: 'Target' })
  await target.fill('late')
  await target.press('Tab')
  await expect(target).toHaveAccessibleDescription(
    /Policies early-ovens and ovens give bakeries\/bread different targets on bakery-1: early-adopters and late\.$/,
  )
  await expectToLook(page)
})
