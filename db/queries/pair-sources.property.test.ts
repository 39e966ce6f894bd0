// Which source a pair has, and since when, is asked of the database as a loop over all changes would say it.
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { bytesOf } from '#lib/domain/sets/bit-bytes.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { inTenant } from '../client.ts'
import { createTestTenant, testDatabase } from '../testing/database.ts'
import { manifestSince, sourceAfter, sourceSince, sourcesOver } from './pair-sources.ts'

const db = testDatabase()
const numRuns = Number(process.env['BERTH_TRIALS'] ?? 40)

const LAST = 12
const CLUSTERS = [0, 1, 9, 40]
const change = fc.integer({ min: 1, max: LAST })
const environment = fc.constantFrom('', 'qa', 'prod')
const branch = fc.constantFrom('main', 'a'.repeat(40), 'b'.repeat(40))
const name = fc.constantFrom('early', 'late')
const directory = fc.constantFrom('.', 'a', 'b')
const targets = fc.uniqueArray(
  fc.record({ name, environment: fc.constantFrom('qa', 'prod'), directory }),
  { selector: (each) => `${each.name} ${each.environment}`, maxLength: 4 },
)
const interval = fc
  .tuple(change, fc.option(fc.integer({ min: 1, max: LAST })))
  .map(([began, length]) => ({
    began,
    ended: length && began + length <= LAST ? began + length : null,
  }))

const anyWorlds = fc.record({
  /** By cluster, its environment from the beginning and from some changes on. */
  environments: fc.array(
    fc.tuple(
      environment,
      fc.uniqueArray(fc.tuple(change, environment), { selector: ([at]) => at, maxLength: 3 }),
    ),
    { minLength: CLUSTERS.length, maxLength: CLUSTERS.length },
  ),
  follows: fc.uniqueArray(fc.tuple(change, fc.boolean(), branch), {
    selector: ([at]) => at,
    maxLength: 4,
  }),
  needs: fc.constantFrom('none', 'some', 'some, with its branch'),
  releases: fc.array(
    fc.record({
      interval,
      environment,
      branch,
      directory,
      version: fc.option(fc.nat(9)),
      targets: fc.option(fc.dictionary(name, directory)),
      clusters: fc.option(fc.subarray(CLUSTERS)),
      holds: fc.constantFrom(false, false, true),
    }),
    { maxLength: 10 },
  ),
  /** The application's own, from some changes on. */
  targets: fc.uniqueArray(fc.tuple(change, targets), { selector: ([at]) => at, maxLength: 4 }),
  /** By cluster, the target that the pair has from some changes on; null: none any more. */
  held: fc.array(
    fc.uniqueArray(fc.tuple(change, fc.option(name)), { selector: ([at]) => at, maxLength: 4 }),
    { minLength: CLUSTERS.length, maxLength: CLUSTERS.length },
  ),
})
/** Releases are only there while the application is managed. */
const worlds = anyWorlds.map(({ releases, follows, ...world }) => {
  const isManaged = followed(follows)
  return {
    ...world,
    follows,
    releases: releases
      .filter((each) => isManaged(each.interval.began))
      .map(({ interval: { began, ended }, ...release }) => {
        const turns = follows.filter(([at, follow]) => !follow && at > began).map(([at]) => at)
        const end = Math.min(ended ?? Infinity, ...turns)
        return { ...release, interval: { began, ended: end === Infinity ? null : end } }
      }),
  }
})
type World = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

type At<Value> = (change: number) => Value

function lastOf<Value>(first: Value, edits: readonly (readonly [number, Value])[]): At<Value> {
  return (at) =>
    edits
      .filter(([began]) => began <= at)
      .sort(([a], [b]) => a - b)
      .at(-1)?.[1] ?? first
}

const isAlive = ({ began, ended }: { began: number; ended: number | null }, at: number) =>
  began <= at && (ended === null || ended > at)

const FIRST = { isManaged: true, branch: 'main' }

function followsOf({ follows }: World) {
  return follows.map(([at, isManaged, named]) => [at, { isManaged, branch: named }] as const)
}

/** The branch and the directory of a cluster's source after a change; null: it has none. */
function naive(world: World, cluster: number): At<string | null> {
  const place = CLUSTERS.indexOf(cluster)
  const [first, moves] = world.environments[place]!
  const environmentAt = lastOf(first, moves)
  const followAt = lastOf(FIRST, followsOf(world))
  const targetAt = lastOf(null, world.held[place]!)
  const targetsAt = lastOf([], world.targets)
  return (at) => {
    const { isManaged, branch: named } = followAt(at)
    const [target, here] = [targetAt(at), environmentAt(at)]
    const own = targetsAt(at).find((each) => each.name === target && each.environment === here)
    if (!isManaged) return `${named} ${own?.directory ?? '.'}`
    const alive = world.releases.filter(
      (each) => isAlive(each.interval, at) && each.environment === here,
    )
    const sets = alive.filter(({ clusters }) => clusters?.includes(cluster))
    const set = sets.findLast(({ holds }) => holds) ?? sets.at(-1)
    const release = set ?? alive.findLast(({ clusters }) => clusters === null)
    if (release === undefined) return null
    const isLive = release.targets === null && release.version === null
    const said = isLive ? own?.directory : target === null ? undefined : release.targets?.[target]
    return `${release.branch} ${said ?? release.directory}`
  }
}

const revision = (
  kind: string,
  object: number,
  began: number,
  ended: number | null,
  body: object,
) => ({
  kind,
  object,
  began,
  ended,
  body,
  team: kind === 'application' ? 't' : null,
  name: `${kind}${object}`,
})

const intervals = <Value>(first: Value, edits: readonly (readonly [number, Value])[]) => {
  const all = [[0, first] as const, ...edits.toSorted(([a], [b]) => a - b)]
  return all.map(([began, value], index) => ({
    began,
    ended: all[index + 1]?.[0] ?? null,
    value,
  }))
}

const HOLD = JSON.stringify({ until: 2, since: 1, reason: 'not now', by: 'ann' })

const NEEDED = [{ namespace: 'ops', application: 'db', on: 'cluster', healthy: true }]

/** How an application is managed, or not. */
function fieldsOf(isManaged: boolean, needs: World['needs']): object {
  if (needs === 'none') return isManaged ? { follow: 'versions' } : {}
  const follow = isManaged && needs === 'some' ? 'versions' : 'branch'
  return { follow, depends_on: isManaged ? NEEDED : [] }
}

async function write(tenant: number, world: World): Promise<void> {
  const { environments, needs, releases } = world
  const states = environments.map(([first, moves]) => intervals(first, moves))
  const followAt = lastOf(FIRST, followsOf(world))
  const targetsAt = lastOf([], world.targets)
  const edits = [...new Set([...world.follows, ...world.targets].map(([at]) => at))]
  const bodyAt = (at: number) => ({
    repo_url: 'u',
    repo_path: '.',
    repo_branch: followAt(at).branch,
    ...fieldsOf(followAt(at).isManaged, needs),
    targets: targetsAt(at).map((each) => ({
      name: each.name,
      environment: each.environment,
      repo_path: each.directory,
    })),
  })
  const revisions = [
    ...states.flatMap((each, index) =>
      each.map(({ began, ended, value }) =>
        revision('cluster', CLUSTERS[index]!, began, ended, { environment: value }),
      ),
    ),
    ...intervals(
      bodyAt(0),
      edits.map((at) => [at, bodyAt(at)] as const),
    ).map(({ began, ended, value }) => revision('application', 0, began, ended, value)),
  ]
  const labels = states.flatMap((each, index) =>
    each
      .filter(({ value }) => value !== '')
      .map(({ began, ended, value }) => ({ object: CLUSTERS[index]!, began, ended, value })),
  )
  await inTenant(db, tenant, async (tx) => {
    for (const { kind, object, began, ended, body, team, name } of revisions.toSorted(
      (a, b) => a.began - b.began,
    )) {
      await tx.execute(sql`insert into revisions (tenant, kind, object, team, name, began, body)
        values (${tenant}, ${kind}, ${object}, ${team}, ${name}, ${began}, ${JSON.stringify(body)}::jsonb) on conflict do nothing`)
      if (ended !== null)
        await tx.execute(
          sql`update revisions set ended = ${ended} where tenant = ${tenant} and kind = ${kind} and object = ${object} and began = ${began}`,
        )
    }
    for (const { object, began, ended, value } of labels) {
      await tx.execute(
        sql`insert into labels (tenant, kind, object, key, value, began) values (${tenant}, 'cluster', ${object}, 'environment', ${value}, ${began})`,
      )
      if (ended !== null)
        await tx.execute(
          sql`update labels set ended = ${ended} where tenant = ${tenant} and object = ${object} and began = ${began}`,
        )
    }
    for (const [
      id,
      {
        interval: { began, ended },
        environment: inEnvironment,
        branch: named,
        directory: path,
        version,
        targets: directories,
        clusters,
        holds,
      },
    ] of releases.entries()) {
      const bits = clusters && Buffer.from(bytesOf(bitsOf(clusters))).toString('hex')
      await tx.execute(sql`insert into releases (tenant, id, application_id, environment, version, repo_url, repo_branch, repo_path, targets, clusters, hold, began)
        values (${tenant}, ${id}, 0, ${inEnvironment}, ${version}, 'u', ${named}, ${path}, ${directories && JSON.stringify(directories)}::jsonb, decode(${bits}, 'hex'), ${holds && clusters ? HOLD : null}::jsonb, ${began})`)
      if (ended !== null)
        await tx.execute(
          sql`update releases set ended = ${ended} where tenant = ${tenant} and id = ${id}`,
        )
    }
    for (const [place, moves] of world.held.entries()) {
      for (const { began, ended, value } of intervals(null, moves)) {
        if (value === null) continue
        await tx.execute(
          sql`insert into placement_targets (tenant, application_id, cluster_id, target, began, ended)
            values (${tenant}, 0, ${CLUSTERS[place]}, ${value}, ${began}, ${ended})`,
        )
      }
    }
  })
}

type Stretch = { readonly source: string; readonly began: number; readonly ended: number | null }

function stretchesOf(
  sourceAt: At<string | null>,
  began: number,
  ended: number | null,
  upTo: number,
): Stretch[] {
  const found: { source: string; began: number; ended: number | null }[] = []
  let before: string | null = null
  const last = Math.min(upTo, (ended ?? Infinity) - 1)
  for (let at = began; at <= last; at++) {
    const source = sourceAt(at)
    if (source === before) continue
    if (before !== null) found.at(-1)!.ended = at
    if (source !== null) found.push({ source, began: at, ended: null })
    before = source
  }
  return found
}

const pair = { application: sql`0`, cluster: sql`p.cluster_id` }

it('a pair has the source that a loop over its releases finds, at each change and since the same one', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, interval, change, async (world, placement, upTo) => {
      const { tenant } = await createTestTenant(db)
      await write(tenant, world)
      for (const cluster of CLUSTERS) {
        const sourceAt = naive(world, cluster)
        const { began, ended } = placement
        const p = sql`(select ${cluster}::int as cluster_id, ${began}::bigint as began, ${ended}::bigint as ended) p`
        const read = <Row extends Record<string, unknown>>(rows: ReturnType<typeof sql>) =>
          inTenant(db, tenant, async (tx) => [...(await tx.execute<Row>(rows))])
        const told = await read<{ at: number; source: string | null }>(sql`
          select at, s.repo_branch || ' ' || s.repo_path as source from ${p} cross join generate_series(0, ${LAST}) at
          left join lateral (${sourceAfter(tenant, pair, sql`at`)}) s on true order by at`)
        expect(told.map(({ source }) => source)).toEqual(
          Array.from({ length: LAST + 1 }, (_, at) => sourceAt(at)),
        )
        for (const limit of [upTo, null]) {
          const stretches = await read<Stretch>(sql`
            select s.repo_branch || ' ' || s.repo_path as source, s.began::int, s.ended::int from ${p}
            cross join lateral (${sourcesOver(tenant, pair, { began: sql`p.began`, ended: sql`p.ended` }, limit)}) s order by s.began`)
          const expected = stretchesOf(sourceAt, began, ended, limit ?? LAST)
          expect(limit !== null && limit < began ? [] : stretches).toEqual(expected)
        }
        const [present] = await read<{ since: number; manifest: number }>(sql`
          select greatest(p.began, since.at)::int as since, ${manifestSince(tenant, pair, sql`p.began`, sql`since.at`)}::int as manifest
          from ${p} cross join lateral (${sourceAfter(tenant, pair, null)}) e
          cross join lateral (select ${sourceSince(tenant, pair, sql`e`, sql`p.began`)} as at) since`)
        const open = stretchesOf(naive(world, cluster), began, null, LAST)
        if (present === undefined) continue
        expect(present.since).toBe(open.at(-1)!.began)
        if (!followed(world.follows)(LAST)) continue
        expect(present.manifest).toBeLessThanOrEqual(present.since)
        expect(present.manifest).toBeGreaterThanOrEqual(open[0]!.began)
      }
    }),
    { numRuns },
  )
}, 120_000)

/** Whether the application is managed after a change. */
function followed(follows: readonly (readonly [number, boolean, string])[]): At<boolean> {
  return lastOf(
    true,
    follows.map(([at, isManaged]) => [at, isManaged] as const),
  )
}
