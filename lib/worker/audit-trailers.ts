// What commits say of the audit. Whoever rewrites the whole chain, hashes and head included, has every clone of the
// repository still against them.
import { readChangeEvents } from '#db/queries/audit.ts'
import { type Database, inTenant } from '#db/client.ts'
import { requireGit } from '#lib/adapters/git/run-git.ts'
import { newestCarried, type SignedText, statedAuditHash } from './commit-text.ts'

const LOG_TIMEOUT_MS = 10 * 60_000
const LOG_BYTES_MAX = 1024 * 1024 * 1024

export type TrailerVerdict =
  /** How many commits name an event. */
  | { readonly ok: true; readonly commits: number }
  | { readonly ok: false; readonly sentence: string }

/** Whether each commit of a bare repository that names an event names the one that the tenant's audit has. */
export async function verifyTrailers(
  database: Database,
  tenant: number,
  directory: string,
): Promise<TrailerVerdict> {
  const stated = statedEvents(await readLog(directory))
  const events = await inTenant(database, tenant, (tx) => readChangeEvents({ tx, tenant }), {
    readOnly: true,
  })
  for (const { commit, change, hash } of stated) {
    const event = events.get(change)
    if (event?.hash === hash) continue
    const found = event ? `event ${event.id} has the hash ${event.hash}` : 'no event is of it'
    return {
      ok: false,
      sentence: `commit ${commit} says that change ${change} has the audit hash ${hash}, and ${found}: the chain was rewritten`,
    }
  }
  return { ok: true, commits: stated.length }
}

type StatedEvent = { readonly commit: string; readonly change: number; readonly hash: string }

/** The oldest change first. */
function statedEvents(log: string): StatedEvent[] {
  const stated = log.split('\0').flatMap((record) => {
    const [commit = '', name = '', email = '', ...message] = record.split('\n')
    const signed: SignedText = { committer: { name, email }, message: message.join('\n') }
    const hash = statedAuditHash(signed)
    const change = newestCarried(signed)
    return hash === null || change === null ? [] : [{ commit, change, hash }]
  })
  return stated.sort((a, b) => a.change - b.change)
}

async function readLog(directory: string): Promise<string> {
  const args = ['log', '--all', '-z', '--format=%H%n%cn%n%ce%n%B']
  const log = await requireGit({
    directory,
    args,
    timeoutMs: LOG_TIMEOUT_MS,
    maxOutputBytes: LOG_BYTES_MAX,
  })
  return log.toString()
}
