// A list of placements contains exactly the pairs that its filters match, however the database finds them, and costs no
// more than a page.
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTenant, type Transaction } from '#db/client.ts'
import { listObjects } from '#db/queries/objects.ts'
import { type ObservedPair, writePairs } from '#db/queries/observations.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { PlacementPosition, PlacementQuery } from '#db/queries/placement-query.ts'
import { countFreshnessByGroup, countStatesByGroup } from '#db/queries/state-counts.ts'
import { clusterReports } from '#db/schema/observed.ts'
import { rowsReadBy } from '#db/testing/rows-read.ts'
import { vacuumFully } from '#db/testing/vacuum.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { COUNTED_MAX } from '#lib/domain/lists/total.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import {
  FRESHNESSES,
  type Freshness,
  freshnessOf,
  type LastSeen,
  REPORT_INTERVAL_S,
} from '#lib/domain/observed/freshness.ts'
import { shownState, type StoredState } from '#lib/domain/observed/shown.ts'
import { type State, type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf, policy } from '#lib/http/testing/bodies.ts'
import { allPlacements } from '#lib/http/testing/unfiltered.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 60)
/** Too many to be looked up one by one, or to be sorted. */
const CLUSTERS = 6000

type Pair = PlacementPosition & {
  readonly labels: ReadonlyMap<string, string>
  readonly state: State
  readonly freshness: Freshness
}

const clusters = Array.from({ length: CLUSTERS }, (_, index) => ({
  // Ids and names have different orders.
  name: `c${String((index * 7) % CLUSTERS).padStart(4, '0')}`,
  labels: {
    third: ['a', 'b', 'c'][index % 3]!,
    ...(index % 400 === 0 && { few: 'yes' }),
  },
}))
/** Which clusters each application is on. */
const applications = [
  { namespace: 'blue', name: 'dense', on: () => true },
  { namespace: 'blue', name: 'third', on: (index: number) => index % 3 === 0 },
  { namespace: 'green', name: 'dense', on: () => true },
  { namespace: 'green', name: 'rare', on: (index: number) => index % 400 === 0 },
  { namespace: 'green', name: 'waits', on: () => false },
]

/** The changes of this test: everything is placed by the first, and one application gets another source by the second. */
const PLACED = 1
const RESOURCED = 2
const RESOURCED_APPLICATION = 'third'

const NOW = new Date('2026-03-01T12:00:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

type Reported = { readonly seenAt: Date; readonly pulled: number | null }

/** What a cluster last said of itself; null: it never reported. */
function reportOf(index: number): Reported | null {
  if (index % 11 === 0) return null
  const seenAt = ago([5, 170, 400, 600, 601, 90_000][index % 6]!)
  const pulled = [RESOURCED, RESOURCED, RESOURCED, RESOURCED, PLACED, null][(index >> 2) % 6]!
  return { seenAt, pulled }
}

const TOLD: readonly State[] = [
  'failed',
  'degraded',
  'missing',
  'drifted',
  'behind',
  'unknown',
  'progressing',
  'suspended',
]

/** What a cluster said of a placement; null: nothing. */
function storedOf(place: number, index: number): StoredState | null {
  const pulled = reportOf(index)?.pulled ?? null
  const kind = (index * 31 + place * 17) % 199
  const placed = { later: null, unwantedSince: null }
  if (pulled === null) {
    if (kind % 5 > 0) return null
    return kind % 2 === 0
      ? { ...placed, state: 'degraded' }
      : { ...placed, state: 'leaving', unwantedSince: ago(60) }
  }
  const state = TOLD[kind]
  if (state !== undefined) return { ...placed, state }
  if (kind === 8) return { ...placed, state: 'progressing', later: { state: 'failed', at: ago(1) } }
  if (kind === 9)
    return { ...placed, state: 'progressing', later: { state: 'failed', at: ago(-1) } }
  return { ...placed, state: 'healthy' }
}

/** What is there without being placed. */
function leftOf(place: number, index: number): StoredState | null {
  const isMeant = applications[place]!.name === 'waits' && index % 100 === 7
  const isThere = isMeant && reportOf(index) !== null
  return isThere ? { state: 'healthy', later: null, unwantedSince: null } : null
}

function isOn(place: number, index: number): boolean {
  return applications[place]!.on(index)
}

function seenOf(report: ReturnType<typeof reportOf>): LastSeen | null {
  return report && { at: report.seenAt, intervalS: REPORT_INTERVAL_S }
}

const pairs: readonly Pair[] = applications
  .flatMap(({ namespace, name }, place) =>
    clusters.flatMap(({ name: cluster, labels }, index) => {
      if (!isOn(place, index)) return []
      const report = reportOf(index)
      const freshness = freshnessOf(seenOf(report), NOW)
      const wanted = name === RESOURCED_APPLICATION ? RESOURCED : PLACED
      const state = shownState(
        freshness,
        storedOf(place, index),
        { began: PLACED, wanted },
        report?.pulled ?? null,
        NOW,
      )!
      const own = new Map(Object.entries({ ...labels, name: cluster }))
      return [{ namespace, application: name, cluster, labels: own, state, freshness }]
    }),
  )
  .sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))

function textOf({ namespace, application, cluster }: PlacementPosition): string {
  return `${namespace}/${application} ${cluster}`
}

/** Everything that has a state, and the index of its cluster. */
const shown = applications.flatMap(({ namespace, name }, place) =>
  clusters.flatMap(({ name: cluster, labels }, index) => {
    const report = reportOf(index)
    const stored = isOn(place, index) ? storedOf(place, index) : leftOf(place, index)
    const wanted = name === RESOURCED_APPLICATION ? RESOURCED : PLACED
    const placed = isOn(place, index) ? { began: PLACED, wanted } : null
    const freshness = freshnessOf(seenOf(report), NOW)
    const state = shownState(freshness, stored, placed, report?.pulled ?? null, NOW)
    if (state === null) return []
    return [{ namespace, application: name, cluster, labels, state, freshness, placed }]
  }),
)
type Shown = (typeof shown)[number]

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { freq: 1, nil: null })
const filters = fc.record({
  namespace: maybe('blue', 'green', 'none'),
  application: maybe('dense', 'rare', 'none'),
  cluster: fc.option(fc.constantFrom('c0007', 'c0400', 'none'), { freq: 4, nil: null }),
  selector: maybe('third=a', 'few', '!few', 'third in (a,b),few=yes', 'third=none'),
  text: maybe('GREEN', 'e/d', 'c000', '1', 'rare c0', 'e c1', 'a b c', ' ', 'zzz', 'dense c5999'),
  teams: maybe(['green'], ['blue', 'green'], []),
  states: fc.option(fc.subarray([...STATES], { minLength: 1 }), { freq: 2, nil: null }),
  freshness: fc.option(fc.subarray([...FRESHNESSES], { minLength: 1 }), { freq: 1, nil: null }),
  descending: fc.boolean(),
})

/** `wanted` null: any will do. */
function isAmong<T>(wanted: readonly T[] | null, value: T): boolean {
  return wanted === null || wanted.includes(value)
}

const everyPair = { ...allPlacements, observedAt: NOW }

function pairOf({ state, later, unwantedSince }: StoredState, at: Date): ObservedPair['pair'] {
  const word = { at, sequence: null }
  const since = { comparisonError: null, unwanted: unwantedSince }
  const rest = { stateSince: at, revision: null, digest: null, syncedAt: null }
  return { state, later, word, since, ...rest, written: { state, revision: null, at } }
}

describe('a list of placements', () => {
  let api: TestApi
  let change: number
  beforeAll(async () => {
    api = await createTestApi()
    const body = [
      documentOf('team', { name: 'blue' }),
      documentOf('team', { name: 'green' }),
      ...applications.map(({ namespace, name }) =>
        documentOf('application', { ...application, namespace, name, metadata: {} }),
      ),
      ...clusters.map(({ name, labels }) => documentOf('cluster', { name, metadata: labels })),
      documentOf('target-policy', {
        ...policy,
        name: 'd',
        app_selector: 'name=dense',
        cluster_selector: '*',
      }),
      documentOf('target-policy', {
        ...policy,
        name: 't',
        app_selector: 'name=third',
        cluster_selector: 'third=a',
      }),
      documentOf('target-policy', {
        ...policy,
        name: 'r',
        app_selector: 'name=rare',
        cluster_selector: 'few',
      }),
    ]
    const answer = await api.call('/apply', { body })
    expect(answer.status).toBe(200)
    expect(answer.json.change).toBe(PLACED)
    const path = `/applications/blue/${RESOURCED_APPLICATION}?confirmChanges=2000`
    const headers = { 'If-Match': '*' }
    const moved = await api.call(path, { method: 'PATCH', body: { repo_branch: 'next' }, headers })
    expect(moved.status, moved.text).toBe(200)
    change = RESOURCED
    await report()
    await vacuumFully()
  })

  /** Writes what the clusters said. */
  const report = () =>
    inTenant(api.database, api.tenant.id, async (tx) => {
      const scope = { tx, tenant: api.tenant.id }
      const idsOf = async (kind: Kind) => {
        const query = { kind, change: null, selector: null, text: null, teams: null } as const
        const { rows } = await listObjects(
          scope,
          { ...query, sort: BY_NAME },
          { after: null, limit: 9999 },
        )
        return new Map(rows.map(({ team, name, object }) => [`${team ?? ''}/${name}`, object]))
      }
      const clusterIds = await idsOf('cluster')
      const applicationIds = await idsOf('application')
      for (const [index, { name }] of clusters.entries()) {
        const said = reportOf(index)
        if (said === null) continue
        const cluster = clusterIds.get(`/${name}`)!
        const { seenAt, pulled: pulledChange } = said
        const times = { seenAt, receivedAt: seenAt, completeAt: seenAt, pulledWordAt: seenAt }
        await tx
          .insert(clusterReports)
          .values({ tenant: api.tenant.id, cluster, ...times, pulledChange })
        const told = applications.flatMap(({ namespace, name }, place): ObservedPair[] => {
          const stored = isOn(place, index) ? storedOf(place, index) : leftOf(place, index)
          if (stored === null) return []
          const application = applicationIds.get(`${namespace}/${name}`)!
          return [{ cluster, application, item: null, pair: { ...pairOf(stored, seenAt) } }]
        })
        await writePairs(scope, told)
      }
    })
  const read = <T>(fn: (tx: Transaction) => Promise<T>) =>
    inTenant(api.database, api.tenant.id, fn, { readOnly: true })
  const list = (query: PlacementQuery, after: PlacementPosition | null, limit: number) =>
    read((tx) => listPlacements({ tx, tenant: api.tenant.id }, query, { after, limit }))

  it('holds the pairs that match, in order, with their number, now and before', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.boolean(),
        fc.nat(pairs.length),
        fc.integer({ min: 1, max: 30 }),
        async ({ selector: selectorText, ...filter }, isPast, start, limit) => {
          const selector = selectorText === null ? null : parseSelector(selectorText, [])
          const clusterSelector = selector?.ok ? selector.value : null
          const wanted = pairs.filter(
            (pair) =>
              (filter.namespace === null || pair.namespace === filter.namespace) &&
              (filter.application === null || pair.application === filter.application) &&
              (filter.cluster === null || pair.cluster === filter.cluster) &&
              isAmong(filter.teams, pair.namespace) &&
              (filter.text === null || textOf(pair).includes(filter.text.toLowerCase())) &&
              (clusterSelector === null || selectorMatches(clusterSelector, pair.labels)) &&
              isAmong(filter.states, pair.state) &&
              isAmong(filter.freshness, pair.freshness),
          )
          const query = {
            ...everyPair,
            ...filter,
            clusterSelector,
            change: isPast ? change : null,
          }
          const after = start === pairs.length ? null : pairs[start]!
          const ordered = filter.descending ? wanted.toReversed() : wanted
          const rest = ordered.filter(
            (pair) =>
              after === null ||
              (filter.descending ? textOf(pair) < textOf(after) : textOf(pair) > textOf(after)),
          )
          const { rows, total, totalIsExact } = await list(query, after, limit)
          expect(rows.map(textOf)).toEqual(rest.slice(0, limit).map(textOf))
          expect(total).toBe(totalIsExact ? wanted.length : COUNTED_MAX)
          expect(totalIsExact || wanted.length > COUNTED_MAX).toBe(true)
        },
      ),
      { numRuns },
    )
  })

  const groupings: [Grouping, (pair: Shown) => string | null][] = [
    [{ by: 'cluster' }, ({ cluster }) => cluster],
    [{ by: 'application' }, ({ namespace, application }) => `${namespace}/${application}`],
    [{ by: 'team' }, ({ namespace }) => namespace],
    [{ by: 'label', key: 'third' }, ({ labels }) => labels.third],
    [{ by: 'label', key: 'few' }, ({ labels }) => labels.few ?? null],
  ]
  it.each(groupings)('is counted by state: %j', async (grouping, keyOf) => {
    for (const teams of [null, ['green'], []]) {
      const query = { change: null, observedAt: NOW, isPast: false, teams, namespace: null }
      const counts = await read((tx) =>
        countStatesByGroup({ tx, tenant: api.tenant.id }, query, grouping),
      )
      const wanted: Record<string, StateCounts> = {}
      for (const pair of shown) {
        if (!isAmong(teams, pair.namespace)) continue
        const key = String(keyOf(pair))
        wanted[key] = { ...wanted[key], [pair.state]: (wanted[key]?.[pair.state] ?? 0) + 1 }
      }
      expect(Object.fromEntries(counts)).toEqual(wanted)
    }
  })

  it('has clusters that are so fresh', async () => {
    const query = { change: null, observedAt: NOW, isPast: false, teams: null, namespace: null }
    const fresh = (grouping: Grouping) =>
      read((tx) => countFreshnessByGroup({ tx, tenant: api.tenant.id }, query, grouping))
    const wanted: Partial<Record<Freshness, number>> = {}
    for (const index of clusters.keys()) {
      const freshness = freshnessOf(seenOf(reportOf(index)), NOW)
      wanted[freshness] = (wanted[freshness] ?? 0) + 1
    }
    expect((await fresh({ by: 'team' })).get('blue')).toEqual(wanted)
    const byLabel = [...(await fresh({ by: 'label', key: 'few' })).values()]
    for (const freshness of FRESHNESSES) {
      const sum = byLabel.reduce((total, counts) => total + (counts[freshness] ?? 0), 0)
      expect(sum).toBe(wanted[freshness])
    }
  })

  it.each([
    // case | query | after
    ['the first page', everyPair, null],
    ['a page in the middle', everyPair, pairs[3000]!],
    ['a cluster', { ...everyPair, cluster: 'c0007' }, null],
    ['an application that is on few', { ...everyPair, application: 'rare' }, null],
    ...(['failed', 'degraded', 'missing', 'progressing', 'orphaned'] as const).map(
      (state): [string, PlacementQuery, null] => [state, { ...everyPair, states: [state] }, null],
    ),
    [
      'what failed on an application',
      { ...everyPair, states: ['failed'], application: 'dense' },
      null,
    ],
  ] satisfies [string, PlacementQuery, PlacementPosition | null][])(
    'reads what the page takes, and not the fleet: %s',
    async (_, query, after) => {
      const rows = await read((tx) =>
        rowsReadBy(tx, () =>
          listPlacements({ tx, tenant: api.tenant.id }, query, { after, limit: 20 }),
        ),
      )
      expect(rows).toBeLessThan(2500)
    },
  )
})
