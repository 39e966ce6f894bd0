// Applications are told what differs where they run: by a schema and a config, with what they change shown before they are saved.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved, impactOf, nameField, writeSelector } from './support/forms.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'serial' })

test.use({ changesFleet: true })

const KILNS = [
  { name: 'kiln-1', zone: 'z1' },
  { name: 'kiln-2', zone: 'z2' },
]
const GLAZE = '/applications/kilns/glaze'

test.beforeAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  await write(page, 'POST', '/teams', { name: 'kilns' })
  for (const { name, zone } of KILNS) {
    await write(page, 'POST', '/clusters', {
      name,
      environment: 'kiln-live',
      metadata: { site: 'kiln', zone },
    })
  }
  await write(page, 'POST', '/applications', {
    name: 'glaze',
    namespace: 'kilns',
    repo_url: 'https://git.example.com/kilns/glaze.git',
    repo_branch: 'main',
    repo_path: 'deploy/glaze',
  })
  await write(page, 'POST', '/target-policies', {
    name: 'kilns-glaze',
    app_selector: { name: 'glaze' },
    cluster_selector: { site: 'kiln' },
  })
})

test.afterAll(async ({ pageAs, write }) => {
  const page = await pageAs('Ada Admin')
  const paths = [
    '/configs/kiln-zones',
    '/config-schemas/glaze-client',
    '/target-policies/kilns-glaze',
    GLAZE,
    ...KILNS.map(({ name }) => `/clusters/${name}`),
    '/teams/kilns',
  ]
  for (const path of paths) await write(page, 'DELETE', path)
})

test('a placement that nothing is told to says why', async ({ sentPageAs }) => {
  const page = await sentPageAs('Rita Reader')
  await page.goto('/placements/kilns/glaze/kiln-1')
  const card = page.getByRole('region', { name: 'Configuration', exact: true })
  await expect(card).toContainText('no config schema that is for it here declares anything')
})

test('a schema is made by its form, which shows the defaults that it brings', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/config-schemas/new')
  await nameField(page).fill('glaze-client')
  await writeSelector(page, 'Applications', 'name=glaze')
  await writeSelector(page, 'Clusters', '*')
  await page
    .getByRole('textbox', { name: 'Schema' })
    .fill(
      'type: object\nproperties:\n  zone:\n    type: string\n    default: none\n  heat:\n    type: integer',
    )
  const impact = impactOf(page)
  await expect(impact).toContainText(/~2\s*Changed/)
  await expect(impact).toContainText('config schema glaze-client is new')
  await impact.getByRole('tab', { name: 'Values' }).click()
  await expect(impact).toContainText('kilns/glaze on 2 clusters')
  await expect(impact.getByRole('list', { name: 'Values of kilns/glaze/kiln-1' })).toContainText(
    /\/zone\s*New\s*"none"\s*Default of glaze-client, by this edit/,
  )
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expectSaved(page)
})

test('a config shows what a chosen pair is told before it is saved', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/configs/new')
  await nameField(page).fill('kiln-zones')
  await writeSelector(page, 'Applications', 'name=glaze')
  await writeSelector(page, 'Clusters', '*')
  await page
    .getByRole('textbox', { name: 'Values' })
    .fill("zone: ${{ cluster.labels['zone'] }}\nheat: 1200")
  const impact = impactOf(page)
  await expect(impact).toContainText('config kiln-zones is new')
  await impact.getByRole('tab', { name: 'Values' }).click()
  await expect(impact).toContainText('kilns/glaze on 2 clusters, in 2 versions')
  await impact
    .getByRole('combobox', { name: 'What one of them is told' })
    .selectOption('kilns/glaze/kiln-2')
  const values = impact.getByRole('list', { name: 'Values of kilns/glaze/kiln-2' })
  await expect(values).toContainText(/\/zone\s*Changed\s*"none"\s*"z2"/)
  await expect(values).toContainText(/\/heat\s*New\s*1200\s*kiln-zones priority 100, by this edit/)
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expectSaved(page)
})

test('its placement says from where each value comes, and shows its files', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await page.goto('/placements/kilns/glaze/kiln-2')
  const table = page.getByRole('table', { name: 'Values' })
  const zone = table.getByRole('row').filter({ hasText: '/zone' })
  await expect(zone).toContainText('"z2"')
  await expect(zone).toContainText("${{ cluster.labels['zone'] }}")
  await expect(zone).toContainText(/"none"\s*Default of glaze-client/)
  const files = page.getByRole('region', { name: 'Files', exact: true })
  const path = 'clusters/kiln-2/config/kilns/glaze.yml'
  await files.getByText(path).click()
  await expect(files.getByRole('region', { name: path })).toContainText('zone: z2')
  await expect(files.getByRole('button', { name: `Copy ${path}` })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await zone.getByRole('cell').getByRole('link', { name: 'kiln-zones' }).first().click()
  await expect(page).toHaveURL('/configs/kiln-zones')
})
