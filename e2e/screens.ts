// Takes the pictures of docs/screens from a demo that runs: `npm run demo`, and then `node e2e/screens.ts`.
import { chromium } from '@playwright/test'
import { BROWSER_FLAGS, browserPath } from './support/browser.ts'
import { signInAs } from './support/sign-in.ts'

const SCREENS: Readonly<Record<string, string>> = {
  overview: '/',
  matrix: '/matrix',
  clusters: '/clusters',
  application: '/applications/ieb/app1',
  relations: '/applications/ieb/app1?tab=relations',
  review: '/?screen=review',
  policy: '/policies/app1_to_east/edit',
  explanation: '/placements/ieb/app1/east-nsw-newcastle-01',
  import: '/import',
}
/** Charts and previews are there by then. */
const SETTLED_MS = 2500

const baseURL = process.env['BERTH_URL'] ?? 'http://localhost:3000'
const browser = await chromium.launch({ executablePath: await browserPath(), args: BROWSER_FLAGS })
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({
    baseURL,
    colorScheme,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  await signInAs(context, 'Ada Admin')
  for (const [name, address] of Object.entries(SCREENS)) {
    const page = await context.newPage()
    await page.goto(address)
    await page.waitForTimeout(SETTLED_MS)
    await page.screenshot({ path: `docs/screens/${name}-${colorScheme}.png` })
    await page.close()
  }
  await context.close()
}
await browser.close()
