import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startEmbedded } from '../embedded.ts'
import { migrate } from '../migrate.ts'
import { SERVER_FILES, TEST_SECRETS } from './server-files.ts'

/** Makes, in a folder that is there, what `copyServerFiles` copies in the processes that this one starts from now on. */
export async function makeServerFiles(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'server-files')
  await mkdir(dataDir)
  const server = await startEmbedded({ dataDir, secrets: TEST_SECRETS })
  await migrate(server.ownerUrl)
  await server.stop()
  process.env[SERVER_FILES] = dataDir
}
