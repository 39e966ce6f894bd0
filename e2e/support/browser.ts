// A Chromium that is on this machine, one that Playwright downloaded, or the one in an npm package, in that order.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import packaged from '@sparticuz/chromium'

const INSTALLED = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium']

/** No sandbox, as tests also run as root; and nothing that talks to anybody but the portal. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function browserPath(): Promise<string> {
  const installed = [...INSTALLED, chromium.executablePath()].find(
    (file) => file !== undefined && existsSync(file),
  )
  return installed ?? packaged.executablePath()
}
