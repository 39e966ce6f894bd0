// Many objects at once: clusters as CSV and documents as YAML, seen before they are saved, and a model that goes out and back.
import { expect, type Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectToFitPhone } from './support/accessible.ts'
import { expectSaved } from './support/forms.ts'
import { test } from './support/test.ts'

test.use({ changesFleet: true })

async function openImport(page: Page): Promise<void> {
  await page.goto('/import')
  await expect(page.getByRole('heading', { name: 'Import and export' })).toBeVisible()
}

test('clusters come in as rows of CSV, whose flaws are named by row and column', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await openImport(page)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.fill('name,environment,metadata.region\nimported-a,prod,east\nimported-b,prod,-x')
  await expect(page.getByLabel('Read as')).toHaveValue('csv')
  const flaws = page.getByRole('list', { name: 'What is wrong' })
  await expect(flaws).toContainText('Row 3, column metadata.region')
  await expectAccessibleInBothThemes(page)
  await text.fill('name,environment,metadata.region\nimported-a,prod,east\nimported-b,prod,east')
  await expect(flaws).toBeHidden()
  await expect(page.getByText('2 new, 0 changed, 0 as they are')).toBeVisible()
  await expect(page.getByLabel('Objects of the text')).toContainText('Create cluster imported-b')
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Reason').fill('two more stores')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expectSaved(page)
  await page.goto('/clusters/imported-b')
  await expect(page.getByRole('main')).toContainText('region=east')
})

const document = (description: string) => `apiVersion: berth.dev/v1
kind: Team
metadata:
  name: imported-team
spec:
  description: ${description}
`

test('a file of YAML documents shows what would change, line by line, and needs no mouse', async ({
  pageAs,
}) => {
  const page = await pageAs('Ada Admin')
  await openImport(page)
  const file = page.getByLabel('File')
  const buffer = Buffer.from(document('one'))
  await file.setInputFiles({ name: 'team.yaml', mimeType: 'application/yaml', buffer })
  await expect(page.getByText('1 new, 0 changed, 0 as they are')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expectSaved(page)
  await openImport(page)
  await page.getByRole('textbox', { name: 'Text' }).fill(document('two'))
  await expect(page.getByText('0 new, 1 changed, 0 as they are')).toBeVisible()
  const lines = page.getByRole('region', { name: 'imported-team before and after' })
  await expect(lines).toContainText('Removed: "description": "one"')
  await expect(lines).toContainText('Added: "description": "two"')
  await page.getByRole('textbox', { name: 'Text' }).fill(document('one'))
  await expect(page.getByText('everything is already as the text says')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeHidden()
})

test('the whole model goes out, and coming back it changes nothing', async ({ pageAs }) => {
  const page = await pageAs('Ada Admin')
  await openImport(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export the whole model' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('model.yaml')
  await page.getByLabel('File').setInputFiles(await download.path())
  await expect(page.getByText('everything is already as the text says')).toBeVisible()
})

test('who may make nothing reads why, and can still export', async ({ pageAs }) => {
  const page = await pageAs('Rita Reader')
  await openImport(page)
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Export the whole model' })).toBeVisible()
  await expectToFitPhone(page)
})
