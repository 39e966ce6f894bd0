import { describe, expect, it } from 'vitest'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { editTo } from '#lib/domain/testing/arbitrary-edits.ts'
import { impactOn } from '#lib/domain/testing/fleets.ts'
import { aCluster, anApplication, aPolicy, aTeam } from '#lib/domain/testing/objects.ts'
import { impactWarnings } from './impact-warnings.ts'

const gone = (kind: 'application' | 'cluster', id: number): Edit => ({ kind, id, after: null })
const one = anApplication({ name: 'one' })
const two = anApplication({ name: 'two' })
const empty = emptyFleet().with([
  editTo(0, aTeam({})),
  editTo(0, aCluster({})),
  editTo(0, aPolicy({})),
])
const placed = empty.with([editTo(0, one), editTo(1, two)])

const warningsOf = (fleet: typeof empty, ...edits: readonly Edit[]) =>
  impactWarnings(impactOn(fleet, edits).impact, [])
const codesOf = (...asked: Parameters<typeof warningsOf>) =>
  warningsOf(...asked).map(({ code }) => code)

describe('what comes to a cluster', () => {
  it('is said of a team’s first application: the namespace that it takes over, and the kinds that are refused', () => {
    const warnings = warningsOf(empty, editTo(0, one))
    expect(warnings.map(({ code }) => code)).toEqual(['namespace_adopted', 'kinds_limited'])
    expect(warnings[0]?.message).toMatch(/\(ieb\).*pod security becomes baseline/)
    expect(warnings[1]?.message).toContain('Application kinds')
  })

  it('is said of a new application of a team that is there by its kinds alone', () => {
    const there = empty.with([editTo(0, one)])
    expect(codesOf(there, editTo(1, two))).toEqual(['kinds_limited'])
  })

  it('is not said where nothing is placed, nor of an application that was there', () => {
    expect(codesOf(emptyFleet().with([editTo(0, aTeam({}))]), editTo(0, one))).toEqual([])
    expect(codesOf(placed, editTo(0, { ...one, repoBranch: 'v2' }))).toEqual([])
  })

  it('is said once of many teams, the first of them by name', () => {
    const teams = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const edits = teams.flatMap((name, index) => [
      editTo(index + 1, aTeam({ name })),
      editTo(index, anApplication({ team: name })),
    ])
    const warnings = warningsOf(empty, ...edits)
    expect(warnings).toHaveLength(2)
    for (const { message } of warnings) expect(message).toContain('a, b, c, d, e and 2 more')
  })
})

describe('what leaves a cluster', () => {
  it('may wait for its retries: how long, and by what it is freed at once', () => {
    const [warning, ...more] = warningsOf(placed, gone('application', 0))
    expect(warning).toEqual({
      code: 'removal_waits_for_retries',
      message: expect.stringMatching(
        /about 3 minutes.*`kubectl patch application ieb--one --type merge --patch '{"operation":null}'`/,
      ),
    })
    expect(more).toEqual([])
  })

  it('is not named where several do', () => {
    const [warning] = warningsOf(placed, gone('application', 0), gone('application', 1))
    expect(warning?.message).toContain('TEAM--APPLICATION')
  })

  it('doesn’t wait where the cluster goes, on which nothing is removed', () => {
    expect(codesOf(placed, gone('cluster', 0))).toEqual(['namespace_stays'])
  })
})
