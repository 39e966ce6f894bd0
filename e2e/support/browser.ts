// A Chromium without what only a screen needs: a page costs it less than half of what it costs the whole browser.
import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import packaged from '@sparticuz/chromium'

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

/** The one that is asked for; or the shell of this machine, or of an npm package; or else a whole browser. */
export async function browserPath(): Promise<string> {
  const asked = process.env['CHROMIUM_PATH']
  if (asked !== undefined) return asked
  const shells = ['/usr/bin/chromium-headless-shell', await packaged.executablePath()]
  const found = [...shells, '/usr/bin/chromium', chromium.executablePath()].find(starts)
  if (found !== undefined) return found
  throw new Error('No Chromium starts here: install one, and name it in CHROMIUM_PATH')
}

/** One for another system, or that lacks libraries, does not. */
function starts(file: string): boolean {
  return spawnSync(file, ['--version']).status === 0
}
