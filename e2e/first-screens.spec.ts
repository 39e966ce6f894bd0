// The first page of each kind of visitor, and the ways from it.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { test } from './support/test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const screens = (page: Page) => page.getByRole('navigation', { name: 'First screens' })

test('an auditor’s first page leads to what was done without a reason, was refused, and is allowed', async ({
  pageAs,
}) => {
  const page = await pageAs('Rita Reader')
  // People of other tests sign in meanwhile, so it is looked at until all of it is of one time.
  await expect(async () => {
    await page.goto('/')
    await expect(screens(page).getByRole('link', { name: 'Review' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    for (const name of ['Changes', 'Without a reason', 'Refused', 'Roles of people']) {
      const figure = page
        .getByRole('list', { name: 'The last 30 days' })
        .getByRole('link', { name: new RegExp(`^${name}`) })
      const [count = ''] = /\d[\d,]*/.exec((await figure.innerText()).replace(name, '')) ?? []
      const list = (await figure.getAttribute('href')) ?? ''
      const html = await (await page.request.get(list)).text()
      const texts = html.replaceAll('<!-- -->', '').replaceAll(/(?:<[^>]*>)+/g, '|')
      const total = count === '0' ? 'Nothing matches' : `of ${count}\\b|\\|${count} rows?\\|`
      expect([list, count, new RegExp(total).test(texts)]).toEqual([list, count, true])
    }
  }).toPass()
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)

  await region(page, 'Moved without a reason')
    .getByRole('link', { name: 'non-prod' })
    .press('Enter')
  await expect(page).toHaveURL(/\/changes\?from=[\d-]+&reason=none&environment=non-prod$/)
  await page.goBack()
  await region(page, 'As of').getByLabel('At', { exact: true }).fill('2100-01-01 00:00')
  await region(page, 'As of').getByRole('button', { name: 'Clusters' }).press('Enter')
  await expect(page).toHaveURL(/\/clusters\?at=2100-01-01T00%3A00%3A00Z$/)
})

test('an auditor takes the roles of people, with their RoleBindings, as CSV', async ({
  pageAs,
}) => {
  const ines = await pageAs('Ines of ieb')
  await ines.goto('/')
  const page = await pageAs('Rita Reader')
  await page.goto('/settings/access-review?namespace=ieb')
  const row = page.getByRole('row', { name: /Ines of ieb/ })
  await expect(row).toContainText('contributor')
  await expect(row).toContainText('ieb/berth-view')
  const csv = await (await page.request.get('/api/v1/access-review?format=csv')).text()
  expect(csv).toMatch(/^subject,name,email,signed_in_at,namespace,role,source,value,/)
  expect(csv).toMatch(/,Ines of ieb,.+,ieb,contributor,group,.+,ieb\/berth-view/)
})

test('a team’s member first sees the team’s applications by environment, by keyboard too', async ({
  pageAs,
}) => {
  const page = await pageAs('Ines of ieb')
  await page.goto('/')
  const team = region(page, 'ieb')
  await expect(team.getByRole('columnheader')).toHaveText([
    'Application',
    'non-prod',
    'prod',
    'staging',
  ])
  await expect(region(page, 'My open changes')).toContainText('still on its way')
  await expect(team.getByRole('link', { name: 'New application' })).toHaveAttribute(
    'href',
    '/applications/new',
  )
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
  await team
    .getByRole('row', { name: /^app1 / })
    .getByRole('link', { name: /unknown/ })
    .first()
    .press('Enter')
  await expect(page).toHaveURL(/\/placements\?namespace=ieb&application=app1&clusterSelector=env/)
  await page.goto('/')
  await screens(page).getByRole('link', { name: 'Fleet' }).press('Enter')
  await expect(page).toHaveURL('/?screen=fleet')
  await page.getByRole('list', { name: 'Range' }).getByRole('link', { name: '24 h' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Now' })).toBeVisible()
})

test('an admin’s first page is the fleet', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/')
  await expect(page.getByRole('list', { name: 'Now' })).toBeVisible()
  await screens(page).getByRole('link', { name: 'Review' }).click()
  await expect(page).toHaveURL('/?screen=review')
  await expect(region(page, 'As of')).toBeVisible()
})
