// The files of a database server after its first start and the migrations. A whole test run makes them once
// (./make-server-files.ts): to begin with a copy takes a fifth of the processor.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

/** What the copies are opened with. */
export const TEST_SECRETS = {
  superuserPassword: 'super',
  ownerPassword: 'owner',
  appPassword: 'app',
}

/** Names the folder with the files to the processes of a run. */
export const SERVER_FILES = 'BERTH_TEST_SERVER_FILES'

/**
 * Fills a new data directory as a first start with `TEST_SECRETS` does, and answers that it did. Where no run has made the
 * files, it stays empty: then the first start makes them, as always.
 */
export function copyServerFiles(dataDirectory: string): boolean {
  const made = process.env[SERVER_FILES]
  if (made === undefined) return false
  // Keeps the owner, who is another user when the tests run as root.
  execFileSync('cp', ['-Rp', path.join(made, 'postgres'), dataDirectory])
  return true
}
