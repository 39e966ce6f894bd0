// A list is saved as a report with its filters, and made into a file from the report's page.
import { expect } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

test('a list becomes a report that asks the same, and the report leads back to it', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await page.goto('/placements?namespace=ieb&state=waiting&limit=20&at=2100-01-01T00:00:00Z')
  await page.getByRole('link', { name: 'Save as report' }).click()
  await expect(page.getByRole('radio', { name: /^Placements/ })).toBeChecked()
  await expect(page.getByLabel('As of')).toHaveValue('2100-01-01T00:00:00.000Z')
  await page.getByLabel('As of').fill('now')
  await expect(page.getByText('Team: ieb')).toBeVisible()
  await expect(page.getByText('State: Waiting')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('e2e-waiting')
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expectSaved(page)

  await page.goto('/reports/e2e-waiting')
  await expect(page.getByText('State: Waiting')).toBeVisible()
  await page.getByRole('button', { name: 'Make now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make', exact: true }).click()
  const files = page.getByRole('region', { name: 'Files' })
  await expect(files.getByRole('row', { name: /Ada Admin/ })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectToFitPhone(page)
  await page.getByRole('link', { name: 'Open the list' }).click()
  await expect(page).toHaveURL('/placements?namespace=ieb&state=waiting')
})
