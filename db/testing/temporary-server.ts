// An embedded server in a directory of its own, which is removed when it stops.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../embedded.ts'

export const TEST_SECRETS = {
  superuserPassword: 'super',
  ownerPassword: 'owner',
  appPassword: 'app',
}

/** A directory that the server's own user can enter, even when the tests run as root. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-test-'))
  await chmod(directory, 0o755)
  return directory
}

export async function temporaryServer() {
  const dataDir = await temporaryDirectory()
  const server = await startEmbedded({
    dataDir,
    secrets: TEST_SECRETS,
    // Nothing here has to survive a crash.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  return {
    databaseUrl: server.databaseUrl,
    ownerUrl: server.ownerUrl,
    superuserUrl: server.ownerUrl.replace('berth_owner:owner', 'postgres:super'),
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
