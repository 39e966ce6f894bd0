import { expect, type Locator, type Page } from '@playwright/test'

/** Takes the first suggestion by keyboard. It can be walked to a moment after it shows, so a key that came too early is pressed again. */
export async function takeFirst(page: Page, option: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('data-active-item', { timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
}
