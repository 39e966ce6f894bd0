import { chromium } from '@playwright/test'
import { BROWSER_FLAGS, browserPath } from './support/browser.ts'
import { signInAs, type Person } from './support/sign-in.ts'
const [person, out, ...paths] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: await browserPath(), args: BROWSER_FLAGS })
const context = await browser.newContext({
  baseURL: `http://localhost:${process.env['P'] ?? 4790}`,
})
const page = await context.newPage()
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()))
await signInAs(page, person as Person)
for (const path of paths) {
  const slug = path.replace(/\W+/g, '_')
  for (const [name, scheme, width, height] of [
    ['light', 'light', 1440, 900],
    ['dark', 'dark', 1440, 900],
    ['phone', 'light', 390, 844],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await page.waitForTimeout(Number(process.env['WAIT'] ?? 1500))
    await page.screenshot({ path: `/tmp/shots/${out}${slug}-${name}.png`, fullPage: true })
  }
}
await browser.close()
