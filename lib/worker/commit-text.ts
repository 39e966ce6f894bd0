// The text of a commit: who, when, why, what changed, and which changes it carries. It depends only on the changes and the tree,
// so that publishing the same again makes the same commit.
import type { PendingChange } from '#db/queries/publishing.ts'
import {
  commitMessage,
  readTrailers,
  type Commit,
  type Signature,
  type Trailer,
} from '#lib/adapters/git/commit.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { overrideLines, overrideTrailers } from './override-text.ts'
import { reasonLines } from './reason-text.ts'
import { rolloutLines, rolloutSubject, rolloutTrailers } from './rollout-text.ts'
import { placementsAt } from './placement-paths.ts'
import type { TreeDifference } from './tree-difference.ts'

/** For more changes than these, the trailers name only the first and the last. */
const NAMED_CHANGES_MAX = 100

const BERTH = { name: 'Berth', email: 'berth@berth.invalid' }

export type CommitText = Pick<Commit, 'author' | 'committer' | 'message'>

/** `generation`: the one that begins with the commit; null: none does. */
export function commitText(
  changes: readonly [PendingChange, ...PendingChange[]],
  difference: TreeDifference,
  generation: string | null,
): CommitText {
  const newest = changes.at(-1)!
  const epochSeconds = Math.floor(newest.at.getTime() / 1000)
  return {
    author: { ...authorOf(changes), epochSeconds },
    committer: { ...BERTH, epochSeconds },
    message: commitMessage({
      subject: rolloutSubject(changes, difference) ?? subjectOf(difference),
      body: changes.length > NAMED_CHANGES_MAX ? [] : changes.flatMap(linesOf),
      trailers: commitTrailers(changes, generation),
    }),
  }
}

export function commitTrailers(
  changes: readonly [PendingChange, ...PendingChange[]],
  generation: string | null,
): [Trailer, ...Trailer[]] {
  return [...trailersOf(changes), ...generationTrailers(generation)]
}

/** As a commit's, by lines. */
export function trailersFor(...of: Parameters<typeof commitTrailers>): string[] {
  return commitTrailers(...of).map(([key, value]) => `${key}: ${value}`)
}

/** In few lines, whatever the changes: their range, and the hash of the newest one's event. */
export function shortTrailers(
  changes: readonly [PendingChange, ...PendingChange[]],
  generation: string | null,
): string[] {
  const [{ id: first }] = changes
  const kept = trailersFor(changes, generation).filter(
    (line) => !/^Berth-(?:Change|Actor|Rollout|Version|Override)/.test(line),
  )
  return [`Berth-Changes: ${first}-${changes.at(-1)!.id}`, ...kept]
}

/** Of the commit with which a branch begins into which people merge: it holds what says whose it is, and no change. */
export function beginningText(branch: string, { at }: Pick<PendingChange, 'at'>): CommitText {
  const author = { ...BERTH, epochSeconds: Math.floor(at.getTime() / 1000) }
  return {
    author,
    committer: author,
    message: commitMessage({
      subject: `Begin the branch ${branch}`,
      body: ['Everything else comes by pull requests.'],
      trailers: [['Berth-Actor', 'system:berth']],
    }),
  }
}

type Range = { readonly first: number; readonly last: number }

/** The parts of a commit that say who made it and what it carries. */
export type SignedText = Pick<Commit, 'message'> & {
  readonly committer: Pick<Signature, 'name' | 'email'>
}

/** The changes that a commit says it carries; none for a commit that isn't Berth's. */
export function carriedChanges(commit: SignedText): readonly Range[] {
  return isBerths(commit) ? readTrailers(commit.message).flatMap(rangeOf) : []
}

export function isBerths({ committer }: SignedText): boolean {
  return committer.name === BERTH.name && committer.email === BERTH.email
}

/** A commit that keeps the words of a pull request of Berth's, as if Berth had made it. */
export function believed(commit: Commit): Commit {
  const keeps = readTrailers(commit.message).some((trailer) => rangeOf(trailer).length > 0)
  return keeps ? { ...commit, committer: { ...commit.committer, ...BERTH } } : commit
}

export function newestCarried(commit: SignedText): number | null {
  const ranges = carriedChanges(commit)
  return ranges.length === 0 ? null : Math.max(...ranges.map(({ last }) => last))
}

function rangeOf([key, value]: Trailer): Range[] {
  const parts = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(value)
  if (parts === null || !/^Berth-Changes?$/.test(key)) return []
  const first = Number(parts[1])
  return [{ first, last: Number(parts[2] ?? first) }]
}

function authorOf(
  changes: readonly [PendingChange, ...PendingChange[]],
): Omit<Signature, 'epochSeconds'> {
  const [{ actor }] = changes
  const isOnlyOne = changes.every((change) => principal(change) === principal(changes[0]))
  if (!isOnlyOne) return BERTH
  return { name: actor.name, email: actor.email ?? `${actor.kind}-${actor.id}@berth.invalid` }
}

function trailersOf(
  changes: readonly [PendingChange, ...PendingChange[]],
): [Trailer, ...Trailer[]] {
  const [first, ...others] = changes
  const actors = [...new Set(changes.map(principal))].map((actor): Trailer => [
    'Berth-Actor',
    // A trailer contains only ASCII, and no spaces.
    encodeURI(actor.toWellFormed()),
  ])
  const newest = changes.at(-1)!
  const audit: Trailer[] = newest.auditHash === null ? [] : [[AUDIT_KEY, newest.auditHash]]
  if (changes.length > NAMED_CHANGES_MAX) {
    return [['Berth-Changes', `${first.id}-${newest.id}`], ...actors, ...audit]
  }
  const named = others.map(({ id }): Trailer => ['Berth-Change', String(id)])
  const said = [...changes.flatMap(rolloutTrailers), ...changes.flatMap(overrideTrailers)]
  return [['Berth-Change', String(first.id)], ...named, ...said, ...actors, ...audit]
}

const GENERATION_KEY = 'Berth-Generation'

const generationTrailers = (generation: string | null): Trailer[] =>
  generation === null ? [] : [[GENERATION_KEY, generation]]

/** The generation that begins with one of Berth's commits; null: none does. */
export function begunGeneration(commit: SignedText): string | null {
  if (!isBerths(commit)) return null
  return readTrailers(commit.message).find(([key]) => key === GENERATION_KEY)?.[1] ?? null
}

/** If the chain is rewritten later, this hash no longer matches it: see audit-trailers.ts. */
const AUDIT_KEY = 'Berth-Audit'

/** The audit hash of its newest change's event, as one of Berth's commits states it; null: it states none. */
export function statedAuditHash(commit: SignedText): string | null {
  if (!isBerths(commit)) return null
  return readTrailers(commit.message).find(([key]) => key === AUDIT_KEY)?.[1] ?? null
}

const principal = ({ actor }: PendingChange) => `${actor.kind}:${actor.id}`

/** Without a sign before the number, which hosts take for that of an issue. */
function linesOf(change: PendingChange): string[] {
  const { id, action, removed, added, changed, rollout, reason } = change
  const line = `change ${id}, ${action}: ${removed} removed, ${added} added, ${changed} changed`
  const why = rollout ? rolloutLines(rollout) : reasonLines(reason)
  return [line, ...why, ...overrideLines(change)]
}

/** Placements first, then clusters; the application or the cluster that all have in common is named. Else the number of files. */
export function subjectOf({ removed, added, modified }: TreeDifference): string {
  const said = [
    placementsText('remove', removed),
    placementsText('add', added),
    placementsText('change', modified),
    clustersText('remove', removed),
    clustersText('add', added),
    clustersText('move', modified),
  ].filter((part) => part !== null)
  if (said.length === 0) {
    said.push(`update ${counted(removed.length + added.length + modified.length, 'file')}`)
  }
  const text = said.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const ROOT = /^clusters\/([^/]+)\/base\/root\.yaml$/
const TOWARDS = { remove: 'from', add: 'to', change: 'on' } as const

function placementsText(verb: keyof typeof TOWARDS, paths: readonly string[]): string | null {
  const found = placementsAt(paths)
  if (found.length === 0) return null
  const application = onlyOf(found.map(({ application }) => application))
  const cluster = onlyOf(found.map(({ cluster }) => cluster))
  if (application === null && cluster === null)
    return `${verb} ${counted(found.length, 'placement')}`
  const what = application ?? counted(found.length, 'application')
  return `${verb} ${what} ${TOWARDS[verb]} ${cluster ?? counted(found.length, 'cluster')}`
}

function clustersText(verb: string, paths: readonly string[]): string | null {
  const found = paths.flatMap((path) => ROOT.exec(path)?.[1] ?? [])
  const [only] = found
  if (only === undefined) return null
  return found.length === 1
    ? `${verb} cluster ${only}`
    : `${verb} ${counted(found.length, 'cluster')}`
}

/** What all are; null: they differ. */
function onlyOf(texts: readonly string[]): string | null {
  const [first = null] = texts
  return texts.every((text) => text === first) ? first : null
}
