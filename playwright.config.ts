import { defineConfig } from '@playwright/test'
import { freePort } from '#db/testing/free-port.ts'
import { BROWSER_FLAGS, browserPath } from './e2e/support/browser.ts'

// Each worker reads this file anew and must find the same portal and browser.
process.env['BERTH_E2E_PORT'] ??= String(await freePort())
process.env['BERTH_E2E_BROWSER'] ??= await browserPath()

/** Many tests one after the other: it begins first, so that no worker is left alone with it at the end. */
const LONGEST = /two-tenants\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  // Slow is no failure on a busy machine.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  projects: [
    { name: 'longest', testMatch: LONGEST },
    { name: 'others', testIgnore: LONGEST },
  ],
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${process.env['BERTH_E2E_PORT']}`,
    browserName: 'chromium',
    // Nothing is looked at while it fades.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env['BERTH_E2E_BROWSER'], args: BROWSER_FLAGS },
  },
})
