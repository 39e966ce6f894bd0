// One short text for all that an edit does, to tell whether a later save would still do the same. Two digests are equal
// exactly when the pairs with their effects and the touched files with their texts are. Only names and texts are hashed,
// because a created object has no id yet.
//
// Each list of clusters is written once, then one bit per cluster for each application or file, so that 100,000 pairs are a
// few kilobytes. Lists are JSON lines, and each sets the length of the bits after it, so no two contents give the same bytes.
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { idsByName } from '#lib/domain/fleet/shelf.ts'
import { boundOf, forEachBit, isEmpty, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { ChangedFiles, ChangedFolder } from './impact-files.ts'
import { PAIR_EFFECTS, applicationOf } from './impact.ts'
import type { Impact } from './impact.ts'

const encoder = new TextEncoder()

/** The digest of an impact and its files; `hash` is a cryptographic hash of the chunks one after the other, now or later. */
export function impactDigest<Digest>(
  impact: Impact,
  files: ChangedFiles,
  hash: (chunks: Iterable<Uint8Array>) => Digest,
): Digest {
  return hash(gathered(chunksOf(impact, files)))
}

const GATHERED_BYTES = 16 * 1024

/** The same bytes in fewer chunks: most are one line, and each costs a call of the hash. */
function* gathered(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let open = new Uint8Array(GATHERED_BYTES)
  let length = 0
  for (const chunk of chunks) {
    if (length + chunk.length > open.length) {
      yield open.subarray(0, length)
      open = new Uint8Array(Math.max(GATHERED_BYTES, chunk.length))
      length = 0
    }
    open.set(chunk, length)
    length += chunk.length
  }
  yield open.subarray(0, length)
}

function* chunksOf(impact: Impact, files: ChangedFiles): Generator<Uint8Array> {
  yield* pairChunks(impact)
  // No line of the pairs is a string, so this can't be one of them.
  yield line('files')
  yield* fileChunks(files)
}

function* pairChunks({ before, after, applications }: Impact): Generator<Uint8Array> {
  const moving = applications.map(({ added, removed, changed }) => [added, removed, changed])
  const touched = uniteAll(moving.flat())
  const { names, ranks } = ranksByName(touchedClusters(before, after, touched), touched)
  yield line(names)
  for (const effect of PAIR_EFFECTS) {
    for (const impact of applications) {
      if (isEmpty(impact[effect])) continue
      const { team, name } = applicationOf(impact)
      yield line([effect, team, name])
      yield bitsAt(ranks, impact[effect], names.length)
    }
  }
}

type NamedId = { readonly id: number; readonly name: string }

/** Sorted by name; a deleted cluster is only in the fleet before. */
function touchedClusters(before: Fleet, after: Fleet, touched: Bits): NamedId[] {
  const deleted = subtract(touched, after.indexes.clusters.all)
  const named = namedIds(after, touched)
  if (isEmpty(deleted)) return named
  return [...named, ...namedIds(before, deleted)].sort((a, b) => compareText(a.name, b.name))
}

function namedIds({ clusters }: Fleet, ids: Bits): NamedId[] {
  return idsByName(clusters, ids).map((id) => ({ id, name: clusters.slots[id]!.name }))
}

/** A deleted and a created cluster with the same name share a rank. */
function ranksByName(named: readonly NamedId[], touched: Bits) {
  const names: string[] = []
  const ranks = new Uint32Array(boundOf(touched))
  for (const { id, name } of named) {
    if (names.at(-1) !== name) names.push(name)
    ranks[id] = names.length - 1
  }
  return { names, ranks }
}

function* fileChunks({ folders, shared }: ChangedFiles): Generator<Uint8Array> {
  const ranks = new Uint32Array(boundOf(uniteAll(shared.map((file) => file.clusters))))
  for (const [rank, { siteId }] of folders.entries()) {
    if (siteId !== null) ranks[siteId] = rank
  }
  yield line(folders.map((folder) => folder.cluster))
  yield line(folders.map((folder) => folder.branch))
  yield* ownFileChunks(folders)
  const texts = Map.groupBy(shared, (file) =>
    JSON.stringify([file.pathOn(''), file.before, file.after]),
  )
  // A team's files share one set, so its bits are made once.
  const known = new Map<Bits, Uint8Array>()
  for (const [text, alike] of [...texts].sort(([a], [b]) => compareText(a, b))) {
    const clusters = uniteAll(alike.map((file) => file.clusters))
    const bytes = known.get(clusters) ?? bitsAt(ranks, clusters, folders.length)
    known.set(clusters, bytes)
    yield encoder.encode(`${text}\n`)
    yield bytes
  }
}

/**
 * One folder at a time, because together their texts may be more than a string can hold. Of new clusters of one shape only
 * the first is written: the others differ in name and branch, which precede. Only these lines begin with a number.
 */
function* ownFileChunks(folders: readonly ChangedFolder[]): Generator<Uint8Array> {
  const firstOfShape = new Map<string, number>()
  for (const [rank, { shape, files }] of folders.entries()) {
    const first = shape === null ? undefined : firstOfShape.get(shape)
    if (first !== undefined) {
      yield line([rank, first])
      continue
    }
    if (shape !== null) firstOfShape.set(shape, rank)
    const { bootstrap, own } = files()
    if (bootstrap !== null || own.length > 0) yield line([rank, bootstrap, own])
  }
}

function line(value: unknown): Uint8Array {
  return encoder.encode(`${JSON.stringify(value)}\n`)
}

/** A set as `length` bits, each member at its rank. */
function bitsAt(ranks: Uint32Array, set: Bits, length: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / 8))
  forEachBit(set, (id) => {
    const rank = ranks[id]!
    bytes[rank >>> 3]! |= 1 << (rank & 7)
  })
  return bytes
}
