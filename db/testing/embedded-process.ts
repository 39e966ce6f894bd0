// A process that uses the embedded server in the directory of its first argument: it prints where the server is, and leaves
// it when its standard input ends. Tests start and kill it.
import { startEmbedded } from '../embedded.ts'
import { TEST_SECRETS } from './server-files.ts'

const [, , dataDir = ''] = process.argv
const { databaseUrl, ownerUrl, adopted, stop } = await startEmbedded({
  dataDir,
  secrets: TEST_SECRETS,
})
process.stdout.write(`${JSON.stringify({ databaseUrl, ownerUrl, adopted })}\n`)
process.stdin.once('end', () => void stop())
process.stdin.resume()
