import { expect, type Page } from '@playwright/test'

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and do' })

export async function openPalette(page: Page) {
  // Somebody whose key was not heard presses it again.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page).getByRole('combobox')).toBeFocused({ timeout: 5000 })
  }).toPass()
}
