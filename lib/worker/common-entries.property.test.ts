import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeTree, encodeTree, type TreeEntry } from '#lib/domain/git/git-tree.ts'
import { withoutCommonEntries } from './common-entries.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 100)

const entry = fc.record({
  name: fc.constantFrom('a', 'a-b', 'a0', 'b', 'c', 'd'),
  mode: fc.constantFrom('100644' as const, '40000' as const),
  id: fc.constantFrom('00'.repeat(20), '0a'.repeat(20), 'ff'.repeat(20)),
})
const tree = fc.uniqueArray(entry, { selector: ({ name }) => name })

function bytesOf(entries: readonly TreeEntry[]): Uint8Array {
  const encoded = encodeTree(entries)
  if (!encoded.ok) throw new Error('no tree')
  return encoded.value
}

function entriesOf(bytes: Uint8Array): readonly TreeEntry[] {
  const decoded = decodeTree(bytes)
  if (!decoded.ok) throw new Error('no whole entries')
  return decoded.value
}

function differ(one: readonly TreeEntry[], other: readonly TreeEntry[]) {
  return one.filter(
    (entry) => !other.some((each) => JSON.stringify(each) === JSON.stringify(entry)),
  )
}

it('leaves whole entries, among them all that differ, and nothing at either end that is the same', () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      const [old, fresh] = withoutCommonEntries(bytesOf(before), bytesOf(after)).map(entriesOf)
      const inOrder = entriesOf(bytesOf(before))
      expect(differ(old!, fresh!)).toEqual(differ(inOrder, after))
      expect(differ(fresh!, old!)).toEqual(differ(entriesOf(bytesOf(after)), before))
      if (old!.length > 0 && fresh!.length > 0) {
        expect(old![0]).not.toEqual(fresh![0])
        expect(old!.at(-1)).not.toEqual(fresh!.at(-1))
      }
    }),
    { numRuns },
  )
})
