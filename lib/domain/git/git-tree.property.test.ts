import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeTree,
  encodeTree,
  findEntry,
  replaceEntryId,
  withEntries,
  withoutEntries,
  type TreeEntry,
  type TreeMode,
} from './git-tree.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const modes: TreeMode[] = ['100644', '100755', '120000', '160000', '40000']
const byte = fc.integer({ min: 1, max: 255 }).filter((code) => code !== 0x2f)
/** Short and from few letters, so that names share prefixes; and any bytes, since other people's names may have them. */
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '0'), minLength: 1, maxLength: 3 }),
  fc.array(byte, { minLength: 1, maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
)
const hex = (digits: number) =>
  fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'.split('')),
    minLength: digits,
    maxLength: digits,
  })
const entriesOf = (digits: number) =>
  fc.uniqueArray(fc.record<TreeEntry>({ name, mode: fc.constantFrom(...modes), id: hex(digits) }), {
    selector: (entry) => entry.name,
    maxLength: 30,
  })

function nameBytes({ name, mode }: TreeEntry): number[] {
  const codes = name.split('').map((character) => character.charCodeAt(0))
  return [...codes, mode === '40000' ? 0x2f : 0]
}

/** Git's order, byte by byte, written as in git's own source. */
function compareAsGit(a: TreeEntry, b: TreeEntry): number {
  const left = nameBytes(a)
  const right = nameBytes(b)
  const index = left.findIndex((code, at) => code !== right[at])
  return index < 0 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

function encoded(entries: readonly TreeEntry[]): Uint8Array {
  const result = encodeTree(entries)
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.value
}

describe('trees', () => {
  it.each([{ idBytes: 20 as const }, { idBytes: 32 as const }])(
    'decode to what was encoded, in the order of git, with hashes of $idBytes bytes',
    ({ idBytes }) => {
      fc.assert(
        fc.property(entriesOf(idBytes * 2), (entries) => {
          const decoded = decodeTree(encoded(entries), idBytes)
          expect(decoded).toEqual({ ok: true, value: entries.toSorted(compareAsGit) })
        }),
        { numRuns },
      )
    },
  )

  it('encode to what was decoded, or are not taken', () => {
    const mutation = fc.record({ at: fc.nat(), value: fc.integer({ min: 0, max: 255 }) })
    fc.assert(
      fc.property(entriesOf(40), fc.array(mutation, { maxLength: 3 }), (entries, mutations) => {
        const bytes = encoded(entries)
        for (const { at, value } of mutations)
          if (bytes.length > 0) bytes[at % bytes.length] = value
        const decoded = decodeTree(bytes)
        if (decoded.ok) expect(encoded(decoded.value)).toEqual(bytes)
        else expect(decoded.issues).not.toEqual([])
      }),
      { numRuns },
    )
  })

  it('are refused or taken whatever the bytes are, and never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const decoded = decodeTree(bytes)
        if (decoded.ok) expect(encoded(decoded.value)).toEqual(bytes)
      }),
      { numRuns },
    )
  })

  it('have one id replaced in their bytes as if they were made anew', () => {
    fc.assert(
      fc.property(entriesOf(40), fc.nat(), hex(40), (entries, index, id) => {
        const chosen = entries[index % Math.max(1, entries.length)]
        if (chosen === undefined) return
        const bytes = encoded(entries)
        const before = bytes.slice()
        const anew = encoded(entries.map((entry) => (entry === chosen ? { ...entry, id } : entry)))
        expect(replaceEntryId(bytes, chosen.name, id)).toEqual(anew)
        expect(bytes).toEqual(before)
        expect(findEntry(bytes, chosen.name)).toEqual(chosen)
      }),
      { numRuns },
    )
  })

  it('take entries in and out as a map does', () => {
    fc.assert(
      fc.property(entriesOf(40), entriesOf(40), (entries, put) => {
        const written = put.filter((entry) => /^[ab0-]+$/.test(entry.name))
        const oracle = new Map(entries.map((entry) => [entry.name, entry]))
        for (const entry of written) oracle.set(entry.name, entry)
        const expected = [...oracle.values()].toSorted(compareAsGit)
        expect(withEntries(entries, written)).toEqual({ ok: true, value: expected })

        const names = new Set(written.map((entry) => entry.name))
        for (const gone of names) oracle.delete(gone)
        expect(withoutEntries(expected, names)).toEqual([...oracle.values()].toSorted(compareAsGit))
      }),
      { numRuns },
    )
  })
})
