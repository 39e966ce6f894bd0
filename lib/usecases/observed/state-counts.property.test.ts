// Counting by the exceptions says what looking at every pair says, whatever clusters reported, and however long ago.
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { readStandings } from '#db/queries/cluster-standings.ts'
import { type ObservedPair, writePairs } from '#db/queries/observations.ts'
import {
  type CountQuery,
  countFreshnessByGroup,
  countStatesByGroup,
  countStatesOf,
  teamsOf,
} from '#db/queries/state-counts.ts'
import { beginReleases, readLastReleaseId } from '#db/queries/releases.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { shownSince, shownState } from '#db/queries/observed-state.ts'
import { applicationOf, knownOf } from '#db/queries/pair-states.ts'
import { listLeft } from '#db/queries/placements-left.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { clusterReports } from '#db/schema/observed.ts'
import { unreleasedIn } from '#lib/domain/fleet/unreleased.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import { facetCounts, facetName, facetsAmong } from '#lib/domain/lists/facets.ts'
import { LEFT_STATES } from '#lib/domain/observed/shown.ts'
import { type State, type StateCounts, STATES } from '#lib/domain/observed/states.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { application, documentOf } from '#lib/http/testing/bodies.ts'
import { createFleetStore } from '../fleet-store.ts'
import { counterAmong } from '../matrix/counts.ts'
import { counterOf } from '../placements/facets.ts'
import { everyPlacement } from '../placements/list.ts'
import { listPairs } from '../placements/pairs.ts'
import { PLACEMENT_FIELDS } from '../placements/placement-facet.ts'
import { countGroups } from './group-counts.ts'
import { countPlaced, countStates } from './state-counts.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 20)
/** More pairs than the newest that are looked for one by one. */
const CLUSTERS = 60
const APPLICATIONS = 20

/** Those that are managed: the last one has no release, the one before it needs another and follows its branch. */
const MANAGED = [4, 5, 8, 9, 10]
const WAITING = 9

const NOW = new Date('2026-11-22T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)

type Pair = {
  readonly application: number
  readonly cluster: number
  /** The change since which it has a manifest; null: it isn't placed, or waits for a release. */
  readonly began: number | null
  /** The change that ended it last; null: none did. */
  readonly ended: number | null
}
type Facts = {
  readonly lastChange: number
  readonly clusters: readonly number[]
  readonly applications: readonly number[]
  readonly pairs: readonly Pair[]
}

let api: TestApi
let facts: Facts
/** It has read the releases, which no edit made. */
let fleets: ReturnType<typeof createFleetStore>
beforeAll(async () => {
  api = await createTestApi({ GITOPS_BRANCH: 'fleet/{environment}' })
  await save('POST', '/apply', documents())
  await save('PATCH', '/applications/blue/a00', { repo_branch: 'next' })
  await save('POST', '/apply', [policy('all', 'p0'), policy('more', 'p2'), policy('rest', 'p3')])
  const exclude = {
    name: 'no',
    app_selector: 'part=p1',
    cluster_selector: 'third=b',
    effect: 'exclude',
  }
  await save('POST', '/target-policies', exclude)
  await save('PATCH', '/target-policies/some', { suspended: true })
  await save('PATCH', '/target-policies/some', { suspended: false })
  await save('PATCH', '/clusters/c07', { metadata: { third: 'b' } })
  await save('DELETE', '/clusters/c08')
  await save('PATCH', '/clusters/c09', { environment: 'prod' })
  await save('DELETE', '/applications/green/a19')
  await save('PATCH', '/applications/green/a11', { repo_path: 'elsewhere' })
  await target()
  await inTenant(api.database, api.tenant.id, (tx) => release({ tx, tenant: api.tenant.id }))
  fleets = createFleetStore()
  facts = await read(readFacts)
})

const early = (environment: string, repo_path: string) => ({
  name: 'early',
  environment,
  repo_path,
})

/** Gives a target to placements of one application, moves it to others, and gives it another directory in one environment. */
async function target(): Promise<void> {
  const targets = [early('prod', 'early'), early('non-prod', 'early')]
  await save('PATCH', '/applications/green/a11', { targets })
  await save('POST', '/target-policies', {
    name: 'ring',
    app_selector: 'name=a11',
    cluster_selector: 'third=a',
    target: 'early',
  })
  await save('PATCH', '/target-policies/ring', { cluster_selector: 'third in (b, c)' })
  const moved = [early('prod', 'later'), early('non-prod', 'early')]
  await save('PATCH', '/applications/green/a11', { targets: moved })
  await save('PATCH', '/clusters/c10', { environment: 'non-prod' })
}

const pad = (index: number) => String(index).padStart(2, '0')

const policy = (name: string, part: string) =>
  documentOf('target-policy', { name, app_selector: `part=${part}`, cluster_selector: '*' })

function managedBy(index: number) {
  return index === WAITING ? { depends_on: ['blue/a00'] } : { follow: 'versions' }
}

function documents() {
  return [
    documentOf('team', { name: 'blue' }),
    documentOf('team', { name: 'green' }),
    ...Array.from({ length: APPLICATIONS }, (_, index) =>
      documentOf('application', {
        ...application,
        namespace: index % 2 === 0 ? 'blue' : 'green',
        name: `a${pad(index)}`,
        metadata: { part: `p${index % 4}` },
        ...(MANAGED.includes(index) && managedBy(index)),
      }),
    ),
    ...Array.from({ length: CLUSTERS }, (_, index) =>
      documentOf('cluster', {
        name: `c${pad(index)}`,
        environment: index % 5 === 0 ? 'prod' : 'non-prod',
        metadata: { third: ['a', 'b', 'c'][index % 3]!, ...(index % 7 === 0 && { few: 'yes' }) },
      }),
    ),
    policy('some', 'p1'),
  ]
}

/** Releases with changes that were published to the clusters that they are for. */
async function release({ tx, tenant }: TenantScope): Promise<void> {
  const changesOf = async (environment: string) =>
    (
      await tx.execute<{ change: number }>(sql`select distinct change::int from publications
        where branch = ${`fleet/${environment}`} order by 1`)
    ).map(({ change }) => change)
  const [prod, other] = [await changesOf('prod'), await changesOf('non-prod')]
  const some = bitsOf((await idsOf({ tx, tenant }, 'cluster')).filter((id) => id % 3 === 0))
  const begin = async (
    change: number,
    begun: readonly Omit<Release, 'source' | 'targets' | 'current' | 'rollout'>[],
  ) => {
    const last = await readLastReleaseId({ tx, tenant })
    const after = begun.map((each, index) => ({
      id: last + 1 + index,
      after: {
        ...each,
        current: each.version === null,
        rollout: null,
        targets: null,
        source: {
          repoUrl: 'https://git.example.com/a.git',
          repoBranch: each.version === null ? 'master' : String(each.version).repeat(40),
          repoPath: '.',
          packaging: null,
        },
      },
    }))
    await beginReleases({ tx, tenant }, change, after)
  }
  const [a, b, c, d] = (await idsOf({ tx, tenant }, 'application')).filter((_, index) =>
    MANAGED.includes(index),
  )
  await begin(prod[0]!, [
    { application: a!, environment: 'prod', version: 1, clusters: null },
    { application: b!, environment: 'prod', version: 1, clusters: null },
  ])
  await begin(other[0]!, [
    { application: b!, environment: 'non-prod', version: 1, clusters: null },
    { application: c!, environment: 'non-prod', version: 1, clusters: null },
  ])
  await begin(other.at(-1)!, [
    { application: c!, environment: 'non-prod', version: 2, clusters: some },
    { application: d!, environment: 'non-prod', version: null, clusters: some },
  ])
  await begin(prod.at(-1)!, [{ application: a!, environment: 'prod', version: 2, clusters: some }])
}

const idsOf = async ({ tx }: TenantScope, kind: string) =>
  (
    await tx.execute<{ object: number }>(
      sql`select distinct object from revisions where kind = ${kind} order by 1`,
    )
  ).map(({ object }) => object)

/** Saves with the numbers that it confirms. */
async function save(method: string, path: string, body?: unknown): Promise<void> {
  const options = { method, headers: { 'If-Match': '*' }, ...(body !== undefined && { body }) }
  const { json } = await api.call(`${path}?dryRun=true`, options)
  const { confirmRemovals, confirmChanges } = json
  const confirmed = Object.entries({ confirmRemovals, confirmChanges })
    .filter(([, count]) => count !== null)
    .map(([name, count]) => `${name}=${String(count)}`)
  const answer = await api.call(`${path}?${confirmed.join('&')}`, options)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`)
}

const read = <T>(fn: (scope: TenantScope) => Promise<T>) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), {
    readOnly: true,
  })

async function readFacts(scope: TenantScope): Promise<Facts> {
  const { tx, tenant } = scope
  const [clusters, applications] = [
    await idsOf(scope, 'cluster'),
    await idsOf(scope, 'application'),
  ]
  const known = await tx.execute<Pair>(sql`
    select a.id as application, c.id as cluster, r.manifest_began::int as began,
      (select max(ended)::int from placements_past e
        where e.application_id = a.id and e.cluster_id = c.id) as ended
    from unnest(${sql.param(applications)}::int[]) a(id)
    cross join unnest(${sql.param(clusters)}::int[]) c(id)
    left join placements p on p.application_id = a.id and p.cluster_id = c.id
    left join lateral (select r.manifest_began from (select) one ${applicationOf(tenant, null)}) r
      on true order by 1, 2`)
  const [last] = await tx.execute<{ id: number }>(sql`select max(id)::int as id from changes`)
  return { lastChange: last!.id, clusters, applications, pairs: [...known] }
}

/** Numbers below 1 that look random, always the same for a seed. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type World = {
  readonly seed: number
  /** How likely it is that a cluster never reported, that it lags, and that a placement isn't healthy. */
  readonly never: number
  readonly lagging: number
  readonly unhealthy: number
}
const share = fc.constantFrom(0, 0.05, 0.3, 1)
const worlds = fc.record<World>({
  seed: fc.integer(),
  never: share,
  lagging: share,
  unhealthy: share,
})

const UNHEALTHY = STATES.filter((state) => state !== 'healthy')

/** Chances, always the same for a seed. */
function chancesOf(seed: number) {
  const random = numbersOf(seed)
  return {
    is: (likelihood: number) => random() < likelihood,
    oneOf: <T>(values: readonly T[]) => values[Math.floor(random() * values.length)]!,
  }
}
type Chances = ReturnType<typeof chancesOf>

/** Writes what clusters can have said, as what is taken in of reports leaves it. */
async function report({ tx, tenant }: TenantScope, world: World): Promise<void> {
  const chances = chancesOf(world.seed)
  await tx.execute(sql`delete from cluster_reports`)
  await tx.execute(sql`delete from observations`)
  for (const cluster of facts.clusters) {
    if (chances.is(world.never)) continue
    const said = saidOf(chances, world)
    const { seenAt, pulledChange, toldAll } = said
    const completeAt = toldAll ? seenAt : secondsAgo(10_000)
    const times = { seenAt, receivedAt: seenAt, completeAt, pulledWordAt: seenAt }
    const intervalS = chances.oneOf([60, 300])
    await tx.insert(clusterReports).values({ tenant, cluster, ...times, intervalS, pulledChange })
    const pairs = facts.pairs.filter((pair) => pair.cluster === cluster)
    const told = pairs.flatMap((pair) => toldOf(chances, world, said, pair) ?? [])
    await writePairs({ tx, tenant }, told)
  }
}

type Said = {
  readonly seenAt: Date
  readonly pulledChange: number | null
  /** Whether it told of all that it has since it pulled. */
  readonly toldAll: boolean
}

function saidOf({ is, oneOf }: Chances, { lagging }: World): Said {
  const seenAt = secondsAgo(oneOf([5, 170, 400, 600, 601, 9000]))
  const before = [null, ...Array.from({ length: facts.lastChange }, (_, index) => index)]
  const pulledChange = is(lagging) ? oneOf(before) : facts.lastChange
  return { seenAt, pulledChange, toldAll: pulledChange !== null && !is(lagging * 0.3) }
}

/** Null: nothing. Only what it has pulled, or can't tell yet, can be healthy, or not be told of. */
function toldOf(
  chances: Chances,
  world: World,
  { seenAt, pulledChange, toldAll }: Said,
  { cluster, application, began, ended }: Pair,
): ObservedPair | null {
  const hasTold = (change: number | null) => toldAll && change !== null && change <= pulledChange!
  const isGone = began === null && toldAll && (ended === null || hasTold(ended))
  if (!hasTold(began) && chances.is(isGone ? 0.9 : 0.5)) return null
  const judged = isGone ? unwanted(chances, secondsAgo(60)) : anyhow(chances, world)
  const pair = {
    ...judged,
    stateSince: seenAt,
    revision: null,
    digest: null,
    word: { at: seenAt, sequence: null },
    syncedAt: null,
    written: { state: judged.state, revision: null, at: seenAt },
  }
  return { cluster, application, item: null, pair }
}

type Judged = Pick<ObservedPair['pair'], 'state' | 'later' | 'since'>

const soon = ({ oneOf }: Chances) => secondsAgo(oneOf([-1, 0, 1]))

/** Of which its cluster knows that it isn't wanted. */
function unwanted(chances: Chances, since: Date): Judged {
  const state = chances.oneOf<State>(['failed', 'leaving'])
  const later = chances.is(0.5) ? ({ state: 'orphaned', at: soon(chances) } as const) : null
  return {
    state,
    later: state === 'leaving' ? later : null,
    since: { comparisonError: null, unwanted: since },
  }
}

function anyhow(chances: Chances, { unhealthy }: World): Judged {
  const { is, oneOf } = chances
  const since = { comparisonError: null, unwanted: null }
  if (!is(unhealthy)) return { state: 'healthy', later: null, since }
  const state = oneOf(UNHEALTHY)
  if (is(0.5)) return { state, later: null, since }
  if (is(0.5)) return unwanted(chances, secondsAgo(60))
  return { state, later: { state: oneOf(STATES), at: soon(chances) }, since }
}

const groupings: readonly Grouping[] = [
  { by: 'cluster' },
  { by: 'application' },
  { by: 'team' },
  { by: 'label', key: 'third' },
  { by: 'label', key: 'few' },
]
/** Lists look for what waits only where something isn't pulled yet, and some of these clusters say otherwise. */
const FOUND = STATES.filter((state) => state !== 'waiting')

const questions = fc.record({
  namespace: fc.constantFrom(null, null, 'green', 'none'),
  teams: fc.constantFrom(null, ['green'], ['blue', 'green', 'none'], []),
  isPinned: fc.boolean(),
  share: fc.constantFrom(0.02, 0.3, 1),
  left: fc.subarray([...LEFT_STATES], { minLength: 1 }),
  listed: fc.record({
    states: fc.option(fc.subarray(FOUND, { minLength: 1 })),
    text: fc.constantFrom(null, null, 'a1', 'c1', 'blue/a0', 'none'),
    cluster: fc.constantFrom(null, null, 'c07'),
  }),
})
type Question = typeof questions extends fc.Arbitrary<infer Value> ? Value : never

const ask = <T>(
  seen: {
    readonly isPinned: boolean
    readonly teams: readonly string[] | null
    readonly namespace: string | null
  },
  fn: (context: Parameters<typeof countStates>[0], query: CountQuery) => Promise<T>,
) =>
  read(async (scope) => {
    const services = { ...api.services, fleets }
    const state = () => readTenantState(scope, { lock: false })
    const fleet = async () => services.fleets.at(scope, (await state()).lastChange)
    const change = seen.isPinned ? facts.lastChange : null
    const query = {
      change,
      observedAt: NOW,
      isPast: false,
      teams: seen.teams,
      namespace: seen.namespace,
    }
    return fn({ scope, services, state, fleet }, query)
  })

/** How long a state has to last. */
const LASTING_S = 300

/** How many placements are in each state by looking at each, and how many of them have been so for long. */
async function placedByLooking(
  { tx, tenant }: TenantScope,
  teams: readonly string[] | null,
): Promise<{ readonly states: StateCounts; readonly lasting: StateCounts }> {
  const rows = await tx.execute<{ state: State; isLasting: boolean | null }>(sql`
    select ${shownState(NOW)} as state,
      ${shownSince(tenant, NOW, { isPast: false })} <= ${secondsAgo(LASTING_S).toISOString()}::timestamptz as "isLasting"
    from placements p ${knownOf(tenant, { change: null, observedAt: NOW, isPast: false })}
    where ${teams === null ? sql`true` : sql`r.team = any(${sql.param(teams)}::text[])`}`)
  return { states: countOf(rows), lasting: countOf(rows.filter(({ isLasting }) => isLasting)) }
}

function countOf(rows: readonly { readonly state: State }[]): StateCounts {
  const counts: Partial<Record<State, number>> = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** Of what most are it isn't counted how many have been so for long. */
function withoutOrdinary(all: StateCounts): StateCounts {
  const { healthy: _, unknown: __, ...counts } = all
  return counts
}

it('states and facets are counted by the exceptions, and what isn’t placed is listed, as by looking at each', async () => {
  const standings = new Set<string>()
  await fc.assert(
    fc.asyncProperty(worlds, questions, async (world, question) => {
      await inTenant(api.database, api.tenant.id, (tx) =>
        report({ tx, tenant: api.tenant.id }, world),
      )
      await ask(question, async (context, query) => {
        const { scope } = context
        const plain = { ...query, change: null }
        for (const { standing } of await readStandings(scope, NOW, null)) standings.add(standing)
        const random = numbersOf(world.seed)
        for (const side of ['cluster', 'application'] as const) {
          const every = side === 'cluster' ? facts.clusters : facts.applications
          const ids = every.filter(() => random() < question.share)
          expect(
            Object.fromEntries(
              await countStates(context, query, side, ids, side === 'cluster' ? ids : null),
            ),
          ).toEqual(Object.fromEntries(await countStatesOf(scope, plain, side, ids)))
        }
        for (const grouping of groupings) {
          const { states, freshness } = await countGroups(context, query, grouping)
          expect(Object.fromEntries(states)).toEqual(
            Object.fromEntries(await countStatesByGroup(scope, plain, grouping)),
          )
          expect(Object.fromEntries(freshness!)).toEqual(
            Object.fromEntries(await countFreshnessByGroup(scope, plain, grouping)),
          )
        }
        const placed = await countPlaced(
          context,
          query,
          await readStandings(scope, NOW, null),
          LASTING_S,
        )
        if (placed !== null) {
          const looked = await placedByLooking(scope, teamsOf(query))
          expect(placed.states).toEqual(looked.states)
          expect(withoutOrdinary(placed.lasting)).toEqual(withoutOrdinary(looked.lasting))
        }
        await expectLeft(scope, question.left)
        await expectFacets(context, question)
        await expectBetween(context, random)
      })
    }),
    { numRuns },
  )
  // All ways were taken.
  expect([...standings].sort()).toEqual(['close', 'current', 'far'])
})

/** What a matrix counts where its groups meet, which may be wide in one direction or in the other. */
async function expectBetween(
  context: Parameters<typeof countStates>[0],
  random: () => number,
): Promise<void> {
  const { scope } = context
  const fleet = await context.fleet()
  const time = { change: null, observedAt: NOW, isPast: false }
  for (const share of [0.1, 1]) {
    const [few, many] = [fleet.applications.ordered, fleet.clusters.ordered].map((ids) =>
      Array.from(Map.groupBy(ids, () => Math.floor(random() * 3)).values()),
    )
    const columns = many!.map((ids) => ids.filter(() => random() < share))
    const sides = { rows: few!, columns }
    const countedBy = async (isNow: boolean) => {
      const countBetween = await counterAmong({ scope, time, fleet, isNow }, columns.flat())
      return countBetween(sides)
    }
    expect(await countedBy(true)).toEqual(await countedBy(false))
  }
}

/** What is there without being placed, and in which state, by looking at each. */
const leftOf = ({ tx, tenant }: TenantScope) =>
  tx.execute<{ pair: string; state: State }>(sql`
    select n.team || '/' || n.name || ' ' || k.name as pair, ${shownState(NOW)} as state
    from (select application_id, cluster_id, null::bigint as began from observations o
      where not exists (select from placements p where p.application_id = o.application_id
        and p.cluster_id = o.cluster_id)) p
    ${knownOf(tenant, { change: null, observedAt: NOW, isPast: false })}
    cross join lateral (select * from revisions n where n.kind = 'application'
      and n.object = p.application_id order by n.began desc limit 1) n
    join revisions k on k.kind = 'cluster' and k.object = p.cluster_id and k.ended is null
    order by pair`)

/** What the list says of that in some states, read in two pages. */
async function expectLeft(scope: TenantScope, states: readonly State[]): Promise<void> {
  const { policy: _, placed: __, silence: ___, ...columns } = everyPlacement
  const time = { change: null, observedAt: NOW, isPast: false }
  const query = {
    ...columns,
    ...time,
    states,
    planned: null,
    unreleased: null,
    selectedBy: null,
    teams: null,
  }
  const first = await listLeft(scope, query, { limit: 20, isCounted: true, after: null })
  const after = first.rows.at(-1) ?? null
  const rest = after && (await listLeft(scope, query, { limit: 10_000, isCounted: false, after }))
  const listed = [...first.rows, ...(rest?.rows ?? [])]
  const left = (await leftOf(scope)).filter(({ state }) => states.includes(state))
  expect(listed.map((row) => `${row.namespace}/${row.application} ${row.cluster}`)).toEqual(
    left.map(({ pair }) => pair),
  )
  expect(first).toMatchObject({ total: left.length, totalIsExact: true })
}

const ALL = { from: 0, limit: 1000 }

const FACETS = facetsAmong<(typeof PLACEMENT_FIELDS)[number]>(PLACEMENT_FIELDS, [
  ...PLACEMENT_FIELDS.map((by) => ({ by, key: null })),
  { by: 'label', key: 'third' },
  { by: 'label', key: 'few' },
  { by: 'app_label', key: 'part' },
])

/** What a list of placements counts without a look at each of them, as by looking at each. */
async function expectFacets(
  context: Parameters<typeof countStates>[0],
  { teams, namespace, listed, isPinned }: Question,
): Promise<void> {
  const { scope } = context
  const { policy: _, placed: __, silence: ___, ...every } = everyPlacement
  const time = { change: isPinned ? facts.lastChange : null, observedAt: NOW, isPast: false }
  const query = {
    ...every,
    ...time,
    ...listed,
    planned: null,
    unreleased: unreleasedIn(await context.fleet()),
    selectedBy: null,
    teams,
    namespace,
  }
  const { rows, ...total } = await listPairs(scope, query, null, {
    after: null,
    limit: 9999,
    isCounted: true,
  })
  const pairs = { query, isPlaced: null, ...total }
  const count = await counterOf(context, pairs)
  // No fleet, so that each is looked at.
  const looking = await counterOf(
    { ...context, state: async () => ({ ...(await context.state()), lastChange: -1 }) },
    pairs,
  )
  for (const facet of FACETS) {
    const counts = facetCounts(facet, await count(facet), ALL)
    expect(counts, facetName(facet)).toEqual(facetCounts(facet, await looking(facet), ALL))
  }
  const { values } = facetCounts(FACETS[0]!, await count(FACETS[0]!), ALL)
  expect(values!.reduce((sum, each) => sum + each.count, 0)).toBe(rows.length)
}
