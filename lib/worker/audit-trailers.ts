// What commits say about the audit. Somebody who rewrites the whole chain, hashes and head included, still contradicts
// every clone of the repository.
import { type ChangeEvent, readChangeEvents } from '#db/queries/audit.ts'
import { type Database, inTenant } from '#db/client.ts'
import { requireGit } from '#lib/adapters/git/run-git.ts'
import { KEEP_DATABASE } from '#lib/usecases/git-state/keep-database.ts'
import {
  begunGeneration,
  carriedChanges,
  newestCarried,
  type SignedText,
  statedAuditHash,
} from './commit-text.ts'

const LOG_TIMEOUT_MS = 10 * 60_000
const LOG_BYTES_MAX = 1024 * 1024 * 1024

export type TrailerVerdict =
  /** How many commits name an event, and how many belong to a history that an admin has since given up. */
  | { readonly ok: true; readonly commits: number; readonly givenUp: number }
  | { readonly ok: false; readonly sentence: string }

type Events = ReadonlyMap<number, ChangeEvent>

/** Whether each commit of a bare repository that names an audit event names one that the tenant's audit has. */
export async function verifyTrailers(
  database: Database,
  tenant: number,
  directory: string,
): Promise<TrailerVerdict> {
  const commits = await readCommits(directory)
  const stated = statedEvents(commits)
  const events = await inTenant(database, tenant, (tx) => readChangeEvents({ tx, tenant }), {
    readOnly: true,
  })
  const others = stated.filter(({ change, hash }) => events.get(change)?.hash !== hash)
  const decided = lastDecision(commits, events)
  const rewritten = others.find(({ change }) => change >= decided)
  if (rewritten) return { ok: false, sentence: rewrittenSentence(rewritten, events) }
  return { ok: true, commits: stated.length - others.length, givenUp: others.length }
}

/**
 * The change of the last decision for the database that a commit carried out; 0: there is none. What older commits say of
 * lower changes may belong to a history that the database lost.
 */
function lastDecision(commits: readonly Commit[], events: Events): number {
  const begins = commits
    .filter(({ signed }) => begunGeneration(signed) !== null)
    .flatMap(({ signed }) => carriedChanges(signed))
  const decisions = [...events].flatMap(([change, { action }]) =>
    action === KEEP_DATABASE && begins.some(({ first, last }) => first <= change && change <= last)
      ? [change]
      : [],
  )
  return Math.max(0, ...decisions)
}

function rewrittenSentence({ commit, change, hash }: StatedEvent, events: Events): string {
  const event = events.get(change)
  const found = event ? `event ${event.id} has the hash ${event.hash}` : 'no event is of it'
  return `commit ${commit} says that change ${change} has the audit hash ${hash}, and ${found}: the chain was rewritten`
}

type Commit = { readonly id: string; readonly signed: SignedText }
type StatedEvent = { readonly commit: string; readonly change: number; readonly hash: string }

/** The oldest change first. */
function statedEvents(commits: readonly Commit[]): StatedEvent[] {
  const stated = commits.flatMap(({ id, signed }) => {
    const hash = statedAuditHash(signed)
    const change = newestCarried(signed)
    return hash === null || change === null ? [] : [{ commit: id, change, hash }]
  })
  return stated.sort((a, b) => a.change - b.change)
}

async function readCommits(directory: string): Promise<Commit[]> {
  const log = await readLog(directory)
  return log.split('\0').map((record) => {
    const [id = '', name = '', email = '', ...message] = record.split('\n')
    return { id, signed: { committer: { name, email }, message: message.join('\n') } }
  })
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
