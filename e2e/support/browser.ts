// Chromium's headless shell, where there is one: it renders a page for less than half of what it costs the whole browser. The one
// that comes with npm takes a fifth less than Debian's.
import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import packaged from '@sparticuz/chromium'

/** No sandbox, because tests also run as root, and no traffic but the portal's. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One for each context: to start one takes longer than most pages.
  '--renderer-process-limit=1',
  // Each page is left for another after a second or two: room for its objects takes less than to look for those to drop.
  '--js-flags=--initial-heap-size=256 --min-semi-space-size=32 --max-semi-space-size=64 --no-memory-reducer',
]

/** `CHROMIUM_PATH`, else a headless shell of an npm package or of this machine, else a whole browser. */
export async function browserPath(): Promise<string> {
  const asked = process.env['CHROMIUM_PATH']
  if (asked !== undefined) return asked
  const shells = [await packaged.executablePath(), '/usr/bin/chromium-headless-shell']
  const found = [...shells, '/usr/bin/chromium', chromium.executablePath()].find(starts)
  if (found !== undefined) return found
  throw new Error('No Chromium starts here: install one, and name it in CHROMIUM_PATH')
}

/** False for a build for another system, or one whose libraries are missing. */
function starts(file: string): boolean {
  return spawnSync(file, ['--version']).status === 0
}
