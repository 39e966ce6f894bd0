// Taking an edit back is held against what it means: of all edits of an object, in their order, that one is left out.
import { assert, constantFrom, dictionary, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { undo } from './undo.ts'

const value = constantFrom('a', 'b', null)
const labels = dictionary(constantFrom('region', 'tier'), constantFrom('x', 'y'))
/** Each with all fields, as objects are. */
const object = record({ name: constantFrom('it'), branch: value, path: value, metadata: labels })

type Example = {
  readonly branch: string | null
  readonly path: string | null
  readonly metadata: Readonly<Record<string, string>>
}

/** Its fields and labels by their paths. */
function leaves({ metadata, ...fields }: Example): Map<string, unknown> {
  const labelled = Object.entries(metadata).map(([key, each]) => [`metadata/${key}`, each] as const)
  return new Map<string, unknown>([...Object.entries(fields), ...labelled])
}

describe('undo', () => {
  it('makes an object what it was, if nobody edited it since', () => {
    assert(
      property(object, object, (before, after) => {
        expect(undo({ before, after, now: after })).toEqual({ kind: 'undone', json: before })
        expect(undo({ before: null, after, now: after })).toEqual({ kind: 'undone', json: null })
        expect(undo({ before, after: null, now: null })).toEqual({ kind: 'undone', json: before })
      }),
    )
  })

  it('takes back the fields and labels that it edited, keeps all others, and is refused where both were', () => {
    assert(
      property(object, object, object, (before, after, now) => {
        const [was, became, is] = [before, after, now].map(leaves)
        const paths = new Set([...was!.keys(), ...became!.keys(), ...is!.keys()])
        const wanted = new Map<string, unknown>()
        const conflicts = new Set<string>()
        for (const path of paths) {
          const [old, edited, current] = [was, became, is].map((each) => each!.get(path))
          const isEdited = edited !== old
          if (isEdited && current !== edited && current !== old) conflicts.add(path)
          wanted.set(path, isEdited ? old : current)
        }
        const undone = undo({ before, after, now })
        if (undone.kind === 'conflict') {
          expect(new Set(undone.paths.map((path) => path.join('/')))).toEqual(conflicts)
        } else {
          expect(conflicts).toEqual(new Set())
          const told = [...wanted].filter(([, each]) => each !== undefined)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of an example
          expect(leaves(undone.json as Example)).toEqual(new Map(told))
        }
      }),
      { numRuns: Number(process.env['BERTH_TRIALS'] ?? 1000) },
    )
  })

  it.each([
    ['made by it, and edited since', { before: null, after: { a: 1 }, now: { a: 2 } }],
    ['deleted by it, and made anew since', { before: { a: 1 }, after: null, now: { a: 2 } }],
    ['edited by it, and deleted since', { before: { a: 1 }, after: { a: 2 }, now: null }],
  ])('is refused for an object that was %s', (_, edit) => {
    expect(undo(edit)).toEqual({ kind: 'conflict', paths: [[]] })
  })

  it('leaves what was taken back already', () => {
    expect(undo({ before: null, after: { a: 1 }, now: null })).toEqual({
      kind: 'undone',
      json: null,
    })
    expect(undo({ before: { a: 1 }, after: null, now: { a: 1 } })).toMatchObject({ json: { a: 1 } })
  })
})
