// What the image runs: `start`, `token`, `tenant` or `audit-verify`, as scripts/run.mjs does elsewhere.
import { readFileSync } from 'node:fs'

if (!process.env.DATABASE_URL) {
  console.error(
    'DATABASE_URL: the image has no database server of its own. Set it, and DATABASE_OWNER_URL if Berth shall migrate.',
  )
  process.exit(1)
}
// The image has neither next.config.mjs nor what reads it; the server.js that Next.js would have us run does the same.
process.env['__NEXT_PRIVATE_STANDALONE_CONFIG'] = readFileSync('next.config.json', 'utf8')
await import('./run.mjs')
