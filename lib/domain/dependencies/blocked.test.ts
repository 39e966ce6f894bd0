import { describe, expect, it } from 'vitest'
import { fleetNeeding, type Needing } from '#lib/domain/testing/needing.ts'
import { aDependency } from '#lib/domain/testing/objects.ts'
import { type Blocked, blockedOnEach, pairsBehind, type Sees } from './blocked.ts'
import type { Known } from './unmet.ts'

const EVERYTHING: Sees = () => true
const ours: Sees = (team) => team === 'ieb'
const need = (application: string, given: object = {}) => aDependency({ application, ...given })

/** Nobody reported, and nothing is in Git. */
const KNOWN: Known = {
  numberOf: (_, version) => Number(version.slice(1)),
  nameOf: (_, version) => `v${version}`,
  said: () => ({
    reports: false,
    silentSince: null,
    state: null,
    since: null,
    revision: null,
    message: null,
    isPublished: false,
  }),
  isRollingOut: () => false,
}

type Told = readonly [name: string | null, code: string | null, ...behind: Told[]]

const toldOf = ({ unmet, behind }: Blocked): Told => [
  unmet && unmet.dependency.application,
  unmet && unmet.code,
  ...behind.map(toldOf),
]

/** What the first application waits for on `c0`, in prod; `c1` is in qa. */
function told(applications: readonly Needing[], sees = EVERYTHING): readonly Told[] {
  const fleet = fleetNeeding(['prod', 'qa'], applications)
  const pairs = [{ application: 0, cluster: 0 }]
  const [first] = blockedOnEach(fleet, pairs, KNOWN, sees, pairsBehind(fleet, pairs, sees))
  return first!.map(toldOf)
}

const APP: Needing = { name: 'app', dependsOn: [need('db')] }

describe('what a pair waits for', () => {
  it('is told down to the root', () => {
    const db = { name: 'db', dependsOn: [need('storage')] }
    expect(told([APP, db, { name: 'storage', on: [1] }])).toEqual([
      ['db', 'not_released', ['storage', 'not_placed']],
    ])
  })

  it('has nothing behind it that doesn’t wait itself', () => {
    const db = { name: 'db', dependsOn: [need('storage')], on: [1] }
    expect(told([APP, db, { name: 'storage' }])).toEqual([['db', 'not_placed']])
    expect(told([APP])).toEqual([['db', 'missing']])
  })

  it('is told in an environment of the first cluster that lacks it', () => {
    const app = { name: 'app', dependsOn: [need('db', { environment: 'qa' })] }
    const db = { name: 'db', dependsOn: [need('storage')] }
    const fleet = fleetNeeding(['prod', 'qa', 'qa'], [app, db, { name: 'storage', on: [0] }])
    const pairs = [{ application: 0, cluster: 0 }]
    const behind = pairsBehind(fleet, pairs, EVERYTHING)
    const [[first] = []] = blockedOnEach(fleet, pairs, KNOWN, EVERYTHING, behind)
    expect(first!.cluster).toBe(0)
    expect(first!.behind).toMatchObject([{ cluster: 1, unmet: { code: 'not_placed' } }])
  })

  it('says once what stands behind something that several wait for', () => {
    const app = { name: 'app', dependsOn: [need('db'), need('queue')] }
    const both = { dependsOn: [need('storage')] }
    expect(
      told([app, { name: 'db', ...both }, { name: 'queue', ...both }, { name: 'storage' }]),
    ).toEqual([
      ['db', 'not_released', ['storage', 'not_released']],
      ['queue', 'not_released', ['storage', 'not_released']],
    ])
    const shared = { name: 'storage', dependsOn: [need('disks')] }
    expect(told([app, { name: 'db', ...both }, { name: 'queue', ...both }, shared])).toEqual([
      ['db', 'not_released', ['storage', 'not_released', ['disks', 'missing']]],
      ['queue', 'not_released', ['storage', 'not_released']],
    ])
  })

  it('tells of what may not be seen that it is there, and nothing more', () => {
    const db = { name: 'db', dependsOn: [need('storage', { namespace: 'ops' })] }
    const storage = { name: 'storage', team: 'ops', dependsOn: [need('db2')] }
    expect(told([APP, db, storage], ours)).toEqual([['db', 'not_released', [null, null]]])
    expect(told([APP, db], ours)).toEqual([['db', 'not_released', [null, null]]])
  })

  it('is told as far as there is room, however applications need each other', () => {
    const all = Array.from({ length: 20 }, (_, nth) => ({
      name: `app${nth}`,
      dependsOn: Array.from({ length: nth }, (__, below) => need(`app${below}`)),
    })).toReversed()
    const fleet = fleetNeeding(['prod'], all)
    const count = (blocked: readonly Blocked[]): number =>
      blocked.reduce((sum, { behind }) => sum + 1 + count(behind), 0)
    const counts = (length: number) => {
      const pairs = Array.from({ length }, () => ({ application: 0, cluster: 0 }))
      const behind = pairsBehind(fleet, pairs, EVERYTHING)
      expect(behind).toHaveLength(19)
      return blockedOnEach(fleet, pairs, KNOWN, EVERYTHING, behind).map(count)
    }
    expect(counts(1)).toEqual([(19 * 20) / 2])
    const many = counts(100)
    expect(many[0]).toBe((19 * 20) / 2)
    expect(many.at(-1)).toBe(19)
    expect(many.reduce((sum, each) => sum + each, 0)).toBeLessThan(100 * 19 + 2_020)
  })
})
