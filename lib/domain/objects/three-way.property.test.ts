import { assert, constant, constantFrom, dictionary, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeThreeWay, type Members, takeTheirs } from './three-way.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 1000)

const value = constantFrom('a', 'b', null)
const labels = dictionary(constantFrom('region', 'tier'), constantFrom('x', 'y'))
/** Of one type, so that its parts are edited one by one. */
const source = record(
  { type: constant('helm'), version: constantFrom('1', '2'), values: constantFrom('v', 'w') },
  { requiredKeys: ['type', 'version'] },
)
const object = record({ branch: value, path: value, metadata: labels, source })

type Example = {
  readonly branch: unknown
  readonly path: unknown
  readonly metadata: Members
  readonly source: Members
}

/** Its fields and labels by their paths. */
function leaves({ metadata, source, ...fields }: Example): Map<string, unknown> {
  const within = Object.entries({ metadata, source }).flatMap(([field, members]) =>
    Object.entries(members).map(([key, each]) => [`${field}/${key}`, each] as const),
  )
  return new Map<string, unknown>([...Object.entries(fields), ...within])
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields of an example
const leavesOf = (merged: Members) => leaves(merged as Example)

describe('a three-way merge', () => {
  it('takes a source as one where its type changes', () => {
    const base = { source: { type: 'git', render: 'helm', values: 1 } }
    const chart = { source: { type: 'helm', chart: 'x', version: '1' } }
    const edited = { source: { ...base.source, values: 2 } }
    expect(mergeThreeWay({ base, theirs: chart, mine: base })).toEqual({
      merged: chart,
      conflicts: [],
    })
    expect(mergeThreeWay({ base, theirs: chart, mine: edited }).conflicts).toMatchObject([
      { path: ['source'] },
    ])
  })

  it('takes each field and label from who changed it, and mine where both did', () => {
    assert(
      property(object, object, object, (base, theirs, mine) => {
        const { merged, conflicts } = mergeThreeWay({ base, theirs, mine })
        const [was, their, my] = [base, theirs, mine].map(leaves)
        const wanted = new Map<string, unknown>()
        const contested = new Set<string>()
        for (const path of new Set([...was!.keys(), ...their!.keys(), ...my!.keys()])) {
          const [old, yours, own] = [was!.get(path), their!.get(path), my!.get(path)]
          if (own !== old && yours !== old && own !== yours) contested.add(path)
          const kept = own === old ? yours : own
          if (kept !== undefined) wanted.set(path, kept)
        }
        expect(leavesOf(merged)).toEqual(wanted)
        expect(new Set(conflicts.map(({ path }) => path.join('/')))).toEqual(contested)
      }),
      { numRuns },
    )
  })

  it('comes to the same whoever of the two was first, once the same conflicts are settled', () => {
    assert(
      property(object, object, object, (base, theirs, mine) => {
        const one = mergeThreeWay({ base, theirs, mine })
        const other = mergeThreeWay({ base, theirs: mine, mine: theirs })
        expect(leavesOf(takeTheirs(one.merged, one.conflicts))).toEqual(leavesOf(other.merged))
      }),
      { numRuns },
    )
  })

  it('changes nothing where only one edited', () => {
    assert(
      property(object, object, (base, edited) => {
        const states = { base, theirs: edited, mine: base }
        expect(mergeThreeWay(states)).toEqual({ merged: edited, conflicts: [] })
        expect(leavesOf(mergeThreeWay({ base, theirs: base, mine: edited }).merged)).toEqual(
          leaves(edited),
        )
      }),
      { numRuns },
    )
  })

  it('tells the three values of what both changed', () => {
    const states = {
      base: { branch: 'main', metadata: { tier: 'web' } },
      theirs: { branch: 'v2', metadata: { tier: 'db' } },
      mine: { branch: 'main', metadata: {} },
    }
    expect(mergeThreeWay(states)).toEqual({
      merged: { branch: 'v2', metadata: {} },
      conflicts: [{ path: ['metadata', 'tier'], base: 'web', theirs: 'db', mine: undefined }],
    })
  })
})
