// An embedded server in a directory of its own, which is removed when it stops.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { copyServerFiles, TEST_SECRETS } from './server-files.ts'

/** A directory that the server's own user can enter, even when the tests run as root. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'berth-test-'))
  await chmod(directory, 0o755)
  return directory
}

/** With the tables of this version. */
export async function temporaryServer() {
  const dataDir = await temporaryDirectory()
  copyServerFiles(dataDir)
  const server = await startIn(dataDir)
  await migrate(server.ownerUrl)
  return server
}

/** Without tables. */
export async function emptyServer() {
  return startIn(await temporaryDirectory())
}

async function startIn(dataDir: string) {
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
