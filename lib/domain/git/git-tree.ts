// Encodes and decodes Git's tree objects. Encoding a decoded tree gives the same bytes, so a directory with other people's
// entries can be rewritten without changing them.
import type { Checked, Issue } from '#lib/domain/text/issue.ts'
import { accepted, checked, refused } from '#lib/domain/text/issue.ts'
import { entryNameIssues } from './repository-paths.ts'

/** File, executable file, symbolic link, submodule, directory. */
export type TreeMode = '100644' | '100755' | '120000' | '160000' | '40000'

export type TreeEntry = {
  /**
   * One character a byte (U+0000 to U+00FF), so that other people's names survive whatever their bytes. Names that Berth
   * writes are ASCII.
   */
  readonly name: string
  readonly mode: TreeMode
  /** Lower-case hex: 40 digits in a SHA-1 repository, 64 in a SHA-256 one. */
  readonly id: string
}

export type ObjectType = 'blob' | 'tree' | 'commit'

/** The lower-case hex digest of bytes, by the repository's hash function. */
export type HexDigest = (bytes: Uint8Array) => string

const MODES: ReadonlySet<string> = new Set(['100644', '100755', '120000', '160000', '40000'])
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const SHA1_BYTES = 20
const SPACE = 0x20

/** An object as git hashes and stores it: type, size in bytes, NUL, body. */
export function objectBytes(type: ObjectType, body: Uint8Array): Uint8Array {
  const header = new TextEncoder().encode(`${type} ${body.length}\0`)
  const bytes = new Uint8Array(header.length + body.length)
  bytes.set(header)
  bytes.set(body, header.length)
  return bytes
}

export function objectId(type: ObjectType, body: Uint8Array, digest: HexDigest): string {
  return digest(objectBytes(type, body))
}

/**
 * The bytes of a tree, in git's order, whatever the order of the entries.
 *
 * Issues, with the entry's index in git's order as path: `tree_name` for a name that a tree can't hold, `tree_id`,
 * `tree_duplicate`. Whether a name is safe to check out is not checked: other people's entries pass through.
 */
export function encodeTree(entries: readonly TreeEntry[]): Checked<Uint8Array> {
  const sorted = inGitOrder(entries)
  const issues = [
    ...sorted.flatMap(nameIssues),
    ...sorted.flatMap(idIssues),
    ...duplicateIssues(sorted),
  ]
  if (issues.length > 0) return refused(issues)
  const bytes = new Uint8Array(sorted.reduce((sum, entry) => sum + encodedLength(entry), 0))
  let offset = 0
  for (const { mode, name, id } of sorted) {
    offset = writeText(bytes, offset, `${mode} ${name}\0`)
    offset = writeHex(bytes, offset, id)
  }
  return accepted(bytes)
}

/**
 * The entries of a tree's bytes. `idBytes` is the length of the repository's hash.
 *
 * Issues: `tree_malformed` (cut short, or no tree at all), `tree_mode` for one outside the five, `tree_name`,
 * `tree_order` and `tree_duplicate` for a tree that git itself would not have written: rewriting it would change entries
 * that nobody asked to change.
 */
export function decodeTree(
  bytes: Uint8Array,
  idBytes: 20 | 32 = SHA1_BYTES,
): Checked<readonly TreeEntry[]> {
  const entries: TreeEntry[] = []
  let offset = 0
  while (offset < bytes.length) {
    const place = entryAt(bytes, offset, idBytes)
    if (place === null) return refused([issue(entries.length, 'tree_malformed', 'is cut short')])
    const mode = textOf(bytes, offset, place.nameStart - 1)
    if (!isMode(mode)) return refused([issue(entries.length, 'tree_mode', 'has no mode of git')])
    const name = textOf(bytes, place.nameStart, place.nameEnd)
    entries.push({ name, mode, id: hexOf(bytes, place.idStart, idBytes) })
    offset = place.idStart + idBytes
  }
  return checked(entries, [
    ...entries.flatMap(nameIssues),
    ...orderIssues(entries),
    ...duplicateIssues(entries),
  ])
}

/**
 * The entries with some replaced by name or added, in git's order.
 *
 * Issues as in `entryNameIssues`, and `entry_name_ascii`: what Berth writes is safe on every file system.
 */
export function withEntries(
  entries: readonly TreeEntry[],
  put: readonly TreeEntry[],
): Checked<readonly TreeEntry[]> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  for (const entry of put) byName.set(entry.name, entry)
  return checked(inGitOrder([...byName.values()]), put.flatMap(writtenNameIssues))
}

/** The entries without those of these names; a name that isn't there is no error. */
export function withoutEntries(
  entries: readonly TreeEntry[],
  names: ReadonlySet<string>,
): readonly TreeEntry[] {
  return entries.filter((entry) => !names.has(entry.name))
}

/** One entry of a tree's bytes, without decoding the others; null when it isn't there. */
export function findEntry(
  bytes: Uint8Array,
  name: string,
  idBytes: 20 | 32 = SHA1_BYTES,
): TreeEntry | null {
  const place = placeOf(bytes, name, idBytes)
  if (place === null) return null
  const mode = textOf(bytes, place.start, place.nameStart - 1)
  return isMode(mode) ? { name, mode, id: hexOf(bytes, place.idStart, idBytes) } : null
}

/**
 * A tree's bytes with the id of one entry replaced and its mode kept; null when no entry has the name, or the id has
 * another length than the tree's. Cheaper than decoding and encoding a directory of thousands for one change.
 */
export function replaceEntryId(
  bytes: Uint8Array,
  name: string,
  id: string,
  idBytes: 20 | 32 = SHA1_BYTES,
): Uint8Array | null {
  const place = placeOf(bytes, name, idBytes)
  if (place === null || !OBJECT_ID.test(id) || id.length !== idBytes * 2) return null
  // Not `slice`: on a Buffer it doesn't copy, and others may still be using these bytes.
  const replaced = new Uint8Array(bytes)
  writeHex(replaced, place.idStart, id)
  return replaced
}

type Place = {
  readonly start: number
  readonly nameStart: number
  readonly nameEnd: number
  readonly idStart: number
}

function entryAt(bytes: Uint8Array, start: number, idBytes: number): Place | null {
  const nameStart = bytes.indexOf(SPACE, start) + 1
  const nameEnd = bytes.indexOf(0, nameStart)
  const idStart = nameEnd + 1
  const isWhole = nameStart > 0 && nameEnd > 0 && idStart + idBytes <= bytes.length
  return isWhole ? { start, nameStart, nameEnd, idStart } : null
}

function placeOf(bytes: Uint8Array, name: string, idBytes: number): Place | null {
  let place = entryAt(bytes, 0, idBytes)
  while (place !== null && !nameIs(bytes, place, name)) {
    place = entryAt(bytes, place.idStart + idBytes, idBytes)
  }
  return place
}

function nameIs(bytes: Uint8Array, { nameStart, nameEnd }: Place, name: string): boolean {
  if (nameEnd - nameStart !== name.length) return false
  for (let index = 0; index < name.length; index += 1) {
    if (bytes[nameStart + index] !== name.charCodeAt(index)) return false
  }
  return true
}

/**
 * Byte order of names, where a directory's name counts as if it ended in `/`.
 * https://github.com/git/git/blob/v2.39.5/read-cache.c `base_name_compare`
 */
function inGitOrder(entries: readonly TreeEntry[]): TreeEntry[] {
  return [...entries].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

const sortKey = ({ mode, name }: TreeEntry) => (mode === '40000' ? `${name}/` : name)
const encodedLength = ({ mode, name, id }: TreeEntry) =>
  mode.length + name.length + 2 + id.length / 2
const isMode = (mode: string): mode is TreeMode => MODES.has(mode)

function issue(index: number, code: string, what: string): Issue {
  return { path: [index], code, reason: `Entry ${index} of the Git tree ${what}.` }
}

function nameIssues({ name }: TreeEntry, index: number): Issue[] {
  return canBeHeld(name) ? [] : [issue(index, 'tree_name', 'has a name that no tree can hold')]
}

function idIssues({ id }: TreeEntry, index: number, entries: readonly TreeEntry[]): Issue[] {
  const isOfOneHash = id.length === entries[0]?.id.length
  if (OBJECT_ID.test(id) && isOfOneHash) return []
  return [issue(index, 'tree_id', 'has an id that is no object id')]
}

function canBeHeld(name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index)
    if (code === 0 || code === 0x2f || code > 0xff) return false
  }
  return name !== ''
}

function duplicateIssues(entries: readonly TreeEntry[]): Issue[] {
  const seen = new Set<string>()
  return entries.flatMap(({ name }, index) => {
    if (!seen.has(name)) {
      seen.add(name)
      return []
    }
    return [issue(index, 'tree_duplicate', 'has the name of an earlier one')]
  })
}

function orderIssues(entries: readonly TreeEntry[]): Issue[] {
  return entries.flatMap((entry, index) => {
    const previous = entries[index - 1]
    if (previous === undefined || sortKey(previous) <= sortKey(entry)) return []
    return [issue(index, 'tree_order', 'is not in its place')]
  })
}

function writtenNameIssues({ name }: TreeEntry): Issue[] {
  const issues = entryNameIssues(name)
  if (/[^\0-\x7f]/.test(name)) {
    const reason = 'A name that Berth writes to a Git tree is ASCII.'
    issues.push({ path: [], code: 'entry_name_ascii', reason })
  }
  return issues
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let index = start; index < end; index += 1) text += String.fromCharCode(bytes[index] ?? 0)
  return text
}

function writeText(bytes: Uint8Array, offset: number, text: string): number {
  for (let index = 0; index < text.length; index += 1)
    bytes[offset + index] = text.charCodeAt(index)
  return offset + text.length
}

const HEX_DIGITS = Array.from({ length: 16 }, (_, digit) => digit.toString(16).charCodeAt(0))

function hexOf(bytes: Uint8Array, start: number, length: number): string {
  const codes: number[] = []
  for (let index = start; index < start + length; index += 1) {
    const byte = bytes[index] ?? 0
    codes.push(HEX_DIGITS[byte >> 4] ?? 0, HEX_DIGITS[byte & 0x0f] ?? 0)
  }
  return String.fromCharCode(...codes)
}

function writeHex(bytes: Uint8Array, offset: number, hex: string): number {
  for (let index = 0; index < hex.length; index += 2) {
    bytes[offset + index / 2] = (digitAt(hex, index) << 4) | digitAt(hex, index + 1)
  }
  return offset + hex.length / 2
}

/** The value of a lower-case hex digit: `0` is 0x30, `a` is 0x61. */
function digitAt(hex: string, index: number): number {
  const code = hex.charCodeAt(index)
  return code < 0x61 ? code - 0x30 : code - 0x57
}
