// On how many clusters a change, or a commit, has arrived.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { report, SOURCE_COMMIT } from './support/reports.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

const arrived = (page: Page) => page.getByRole('region', { name: 'Where it has arrived' })

test('a change says where it has arrived, and where not', async ({ pageAs }) => {
  const cluster = 'east-nsw-newcastle-01'
  const page = await pageAs('Ada Admin')
  await report(page, cluster, { 'ieb/app1': { health: 'Degraded' } })
  const path = `/api/v1/placements?cluster=${cluster}&namespace=ieb&application=app1`
  const { items } = await (await page.request.get(path)).json()
  const [{ change }] = items
  await page.goto(`/changes/${change}`)
  await expect(arrived(page)).toContainText(/Arrived on \d+ of \d+ clusters/)
  await arrived(page)
    .getByRole('link', { name: /\d+ failed/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/changes/${change}?by=cluster&outcome=failed`)
  await expectToFitPhone(page)
  await expectAccessibleInBothThemes(page)
  await arrived(page).getByRole('link', { name: cluster }).click()
  await expect(page).toHaveURL(`/history?change=${change}&cluster=${cluster}`)
  await expect(page.getByRole('table')).toContainText('Failed')

  await page.goto(`/changes/${change}`)
  await arrived(page).getByRole('link', { name: 'Environment' }).click()
  await expect(page).toHaveURL(`/changes/${change}?by=environment`)
  await expect(arrived(page).getByRole('table').getByRole('rowheader').first()).toBeVisible()
})

test('a commit says who runs it, by its first digits, and nothing of what nobody knows', async ({
  pageAs,
}) => {
  const cluster = 'east-nsw-newcastle-01'
  const page = await pageAs('Ada Admin')
  await report(page, cluster)
  await page.goto(`/commits/${SOURCE_COMMIT.slice(0, 7)}`)
  await expect(arrived(page)).toContainText(/Arrived on \d+ of \d+ clusters/)
  await arrived(page).getByRole('link', { name: 'Application' }).click()
  await expect(page).toHaveURL(`/commits/${SOURCE_COMMIT}?by=application`)
  await expect(arrived(page).getByRole('link', { name: 'ieb/app1' })).toBeVisible()

  await page.goto('/commits/0000000')
  await expect(page.getByText('Nobody knows one commit by this name')).toBeVisible()
})
