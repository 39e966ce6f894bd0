import { expect, type Page } from '@playwright/test'

export async function writeSelector(page: Page, legend: 'Applications' | 'Clusters', text: string) {
  const mode = page.getByRole('group', { name: `How to write: ${legend}` })
  await mode.getByRole('button', { name: 'Text' }).click()
  await page.getByRole('textbox', { name: `${legend} as text` }).fill(text)
}

export const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

export const impactOf = (page: Page) => page.getByRole('region', { name: 'Impact', exact: true })

export async function expectSaved(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Change #')
}
