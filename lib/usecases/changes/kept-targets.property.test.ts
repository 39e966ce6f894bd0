// What SQL tells of the targets of placements, and of the sources that follow from them, is what the fleet in memory says at
// each change; and the history of deployments is what a loop over all of these fleets finds.
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import { listDeployments } from '#db/queries/deployments.ts'
import { loadModel } from '#db/queries/model.ts'
import { sourceAfter } from '#db/queries/pair-sources.ts'
import { applicationOf } from '#db/queries/pair-states.ts'
import { targetAfter } from '#db/queries/placement-targets.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { deliveryOn } from '#lib/domain/fleet/deliveries.ts'
import { emptyFleet, findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { targetsOf } from '#lib/domain/fleet/targets.ts'
import { packagingText } from '#lib/domain/objects/application/packaging.ts'
import { readSourceOf, type storedSource } from '#lib/domain/objects/application/stored-source.ts'
import { type Release, type Source, sourceOf } from '#lib/domain/releases/release.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { releaseOf, submitWave } from '#lib/http/testing/releasing.ts'
import { allDeployments } from '#lib/http/testing/unfiltered.ts'
import { application, cluster, policy, save, SOURCES, team } from '#lib/worker/testing/fleets.ts'
import { editOfRow } from './edit.ts'

/** In a tenant. More would find little more: there is hardly a placement that never had a target by then. */
const EDITS = 120
/** What fails says its seed, so that the same edits can be made again. */
const SEED = Number(process.env['BERTH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SEQUENCES = Math.ceil(Number(process.env['BERTH_TRIALS'] ?? EDITS) / EDITS)
const SEEDS = Array.from({ length: SEQUENCES }, (_, nth) => SEED + nth)
const NAMES = ['a', 'b', 'c', 'd']
const name = fc.constantFrom(...NAMES)
const region = fc.constantFrom('east', 'west')
const environment = fc.constantFrom('prod', 'stage')
const directory = fc.constantFrom('manifest/own', 'manifest/early', 'manifest/late')
const targetName = fc.constantFrom('early', 'late')
const targets = fc.uniqueArray(fc.record({ name: targetName, environment, repo_path: directory }), {
  selector: (each) => `${each.name} ${each.environment}`,
  maxLength: 4,
})

type Request = { readonly method: string; readonly path: string; readonly body?: object }
type Wave = Pick<Release, 'environment' | 'targets' | 'version'> & {
  readonly application: string
  readonly commit: string
  readonly clusters: readonly string[] | null
}

const patched = (path: fc.Arbitrary<string>, body: fc.Arbitrary<object>): fc.Arbitrary<Request> =>
  fc.record({ method: fc.constant('PATCH'), path, body })
const ofApplication = name.map((each) => `/applications/ieb/${each}`)

const request: fc.Arbitrary<Request> = fc.oneof(
  { weight: 4, arbitrary: patched(ofApplication, fc.record({ targets })) },
  {
    weight: 4,
    arbitrary: patched(
      ofApplication,
      fc.oneof(
        fc.record({ repo_path: directory }),
        fc.record({ source: fc.constantFrom(...SOURCES) }),
        fc.constantFrom(
          { follow: 'versions', depends_on: [] },
          { follow: 'branch', depends_on: [] },
        ),
        fc.record({ follow: fc.constantFrom('branch', 'versions') }),
        fc.record({ depends_on: fc.constantFrom([], [], ['ieb/needed']) }),
        fc.record({ description: fc.constantFrom('one', 'other') }),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: patched(
      name.map((each) => `/clusters/${each}`),
      fc.oneof(fc.record({ environment }), fc.record({ metadata: fc.record({ region }) })),
    ),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(name, region, fc.constantFrom(null, null, 'early', 'late'))
      .map(([each, where, target]) => ({
        method: 'PUT',
        path: `/target-policies/${each}`,
        body: { ...policy(each, { region: where }), ...(target && { target }) },
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('/clusters', '/applications/ieb', '/target-policies'), name)
      .map(([path, each]) => ({ method: 'DELETE', path: `${path}/${each}` })),
  },
)

const wave: fc.Arbitrary<Wave> = fc.record({
  application: name,
  environment,
  version: fc.constantFrom(1, 2),
  targets: fc.option(fc.dictionary(targetName, directory)),
  clusters: fc.option(fc.subarray(NAMES, { minLength: 1 })),
  commit: fc.constantFrom('1'.repeat(40), '2'.repeat(40)),
})

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
  await save(api, 'POST', '/teams', team())
  await save(api, 'POST', '/applications', application('needed'))
  for (const each of ['prod', 'stage']) {
    await save(api, 'POST', '/clusters', cluster(`fixed-${each}`, 'east', each))
  }
})

/** Creates what isn't there; leaves alone what is refused, such as two targets on one placement. */
async function attempt(act: Request | Wave): Promise<boolean> {
  if ('application' in act) return attemptWave(act)
  const isThere = (await api.call(act.path)).status === 200
  const { method, path, body } = isThere ? act : creationOf(act)
  const answer = await api.call(`${path}?dryRun=true`, { method, body, headers: ANY })
  if (answer.status >= 300) return false
  return (await save(api, method, path, body)) !== null
}

const ANY = { 'If-Match': '*' }

function creationOf({ path, body }: Request): Request {
  const [each, ...place] = path.split('/').toReversed()
  const kind = place.toReversed().join('/')
  if (kind === '/clusters') return post('/clusters', { ...cluster(each!), ...body })
  if (kind === '/target-policies') return post(kind, { ...policy(each), ...body })
  return post('/applications', { ...application(each), ...body })
}

const post = (path: string, body: object): Request => ({ method: 'POST', path, body })

async function attemptWave({ application: of, clusters, ...wave }: Wave): Promise<boolean> {
  const { json } = await api.call(`/applications/ieb/${of}`)
  if (json?.follow !== 'versions' || json.depends_on.length > 0) return false
  const fleet = await at(await lastChange())
  const there = clusters?.filter((each) => findObject(fleet, clusterRef(each))) ?? null
  if (there?.length === 0) return false
  const { id } = findObject(fleet, {
    kind: 'application',
    team: 'ieb',
    name: of,
  })!
  const isBase = ({ object }: { object: Release }) =>
    object.clusters === null && object.environment === wave.environment
  const bases = (fleet.releases[id] ?? []).filter((each) => there === null && isBase(each))
  await submitWave(api, () => ({
    ended: bases.map((each) => each.id),
    begun: [releaseOf(fleet, of, { ...wave, clusters: there })],
  }))
  return true
}

const clusterRef = (each: string) => ({ kind: 'cluster', team: null, name: each }) as const

const read = <T>(fn: (scope: TenantScope) => Promise<T>) =>
  inTenant(api.database, api.tenant.id, (tx) => fn({ tx, tenant: api.tenant.id }), {
    readOnly: true,
  })

async function lastChange(): Promise<number> {
  const [row] = await read(({ tx }) =>
    tx.execute<{ id: number }>(sql`select max(id)::int as id from changes`),
  )
  return row!.id
}

const at = (change: number): Promise<Fleet> =>
  read(async (scope) => emptyFleet().with((await loadModel(scope, change)).map(editOfRow)))

/** As files tell it. What the list of deployments shows of a source comes first. */
function sourceText({ repoUrl, repoBranch, repoPath, packaging }: Source): string {
  const told = packaging?.render === 'kustomize' ? null : packaging
  return JSON.stringify([repoUrl, repoBranch, repoPath, packagingText(told)])
}

type Told = { readonly target: string | null; readonly source: string | null }

/** By application and cluster, of each placement. */
function naive(fleet: Fleet): ReadonlyMap<string, Told> {
  return new Map(
    fleet.applications.ordered.flatMap((id) => {
      const targeted = [...targetsOf(fleet, id)]
      return idsIn(placementsOf(fleet, id)).map((place): [string, Told] => {
        const delivery = deliveryOn(fleet, id, place)
        const has = targeted.find(([, clusters]) => idsIn(clusters).includes(place))
        return [
          `${id} ${place}`,
          {
            target: has?.[0].name ?? null,
            source: delivery && sourceText(sourceOf(delivery.application)),
          },
        ]
      })
    }),
  )
}

type Row = Pick<Told, 'target'> & {
  pair: string
  source: ReturnType<typeof storedSource> | null
  since: number | null
}

/** As the queries tell it of a change; null: of now. */
async function told(change: number | null, last: number): Promise<readonly Row[]> {
  const pair = { application: sql`p.application_id`, cluster: sql`p.cluster_id` }
  const after = change === null ? null : sql`${change}::bigint`
  return read(({ tx, tenant }) =>
    tx.execute<Row>(sql`
      select p.application_id || ' ' || p.cluster_id as pair, aim.name as target,
        case when has.began is not null
          then json_build_object('repoUrl', has.repo_url, 'repoBranch', has.repo_branch,
            'repoPath', has.repo_path, 'packaging', has.packaging) end as source,
        greatest(p.began, r.source_began)::int * (r.source_began is not null or null)::int as since
      from placements_all p
      left join lateral (${targetAfter(tenant, pair, after)}) aim on true
      left join lateral (${sourceAfter(tenant, pair, after)}) has on true
      ${applicationOf(tenant, change)}
      where p.tenant = ${tenant} and p.began <= ${change ?? last}
        and (p.ended is null or p.ended > ${change ?? last})`),
  )
}

async function edit(seed: number): Promise<void> {
  let kept = 0
  for (const act of fc.sample(
    fc.oneof({ weight: 5, arbitrary: request }, { weight: 1, arbitrary: wave }),
    { numRuns: EDITS, seed },
  )) {
    if (await attempt(act)) kept += 1
  }
  expect(kept).toBeGreaterThan(EDITS / 4)
  expect(await read(({ tx }) => inconsistencies(tx))).toEqual([])
}

async function expectListed(found: readonly string[], last: number): Promise<void> {
  const page = { after: null, limit: 10_000 }
  const listed = await read((scope) => listDeployments(scope, allDeployments, page))
  const lines = listed.rows.map((row) => {
    const source = JSON.stringify([row.repoUrl, row.version, row.repoPath])
    return `${row.applicationId} ${row.clusterId} ${source} ${row.change} ${row.endedBy}`
  })
  expect(lines.toSorted()).toEqual(found.toSorted())
  expect(listed.total).toBe(found.length)
  const byChange: string[] = []
  for (let change = 1; change <= last; change++) {
    const { rows } = await read((scope) =>
      listDeployments(scope, { ...allDeployments, change }, page),
    )
    byChange.push(
      ...rows
        .filter((row) => row.change === change)
        .map((row) => `${row.applicationId} ${row.clusterId} ${change}`),
    )
  }
  expect(byChange.toSorted()).toEqual(
    listed.rows.map((row) => `${row.applicationId} ${row.clusterId} ${row.change}`).toSorted(),
  )
}

function shownOf(source: string): string {
  const told: readonly unknown[] = JSON.parse(source)
  return JSON.stringify(told.slice(0, 3))
}

/** The deployments that a change ended; those that it began are open from then on. */
function movedBetween(
  before: ReadonlyMap<string, Told>,
  now: ReadonlyMap<string, Told>,
  change: number,
  open: Map<string, string>,
): string[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((pair) => {
    const [was, is] = [before.get(pair)?.source ?? null, now.get(pair)?.source ?? null]
    if (was === is) return []
    const ended = was === null ? [] : [`${pair} ${shownOf(was)} ${open.get(pair)} ${change}`]
    if (is !== null) open.set(pair, String(change))
    return ended
  })
}

/** Compares each change, and answers the deployments that all of them make. */
async function deploymentsTold(seed: number, last: number): Promise<readonly string[]> {
  const found: string[] = []
  let before: ReadonlyMap<string, Told> = new Map()
  const since = new Map<string, number>()
  const open = new Map<string, string>()
  for (let change = 1; change <= last; change++) {
    const now = naive(await at(change))
    for (const [pair, { source }] of now) {
      if (!before.has(pair) || before.get(pair)!.source !== source) since.set(pair, change)
    }
    const rows = await told(change, last)
    expect(shown(rows), `seed ${seed}, change ${change}`).toEqual(expected(now, since))
    if (change === last) expect(shown(await told(null, last))).toEqual(expected(now, since))
    found.push(...movedBetween(before, now, change, open))
    before = now
  }
  for (const [pair, { source }] of before) {
    if (source !== null) found.push(`${pair} ${shownOf(source)} ${open.get(pair)} null`)
  }
  return found
}

it.each(SEEDS)(
  'at each change, targets, sources and deployments are those of the fleet (%i)',
  async (seed) => {
    await edit(seed)
    const last = await lastChange()
    await expectListed(await deploymentsTold(seed, last), last)
  },
  600_000,
)

function shown(rows: readonly Row[]): string[] {
  return rows
    .map(({ pair, target, source, since }) =>
      JSON.stringify([pair, target, source && sourceText(readSourceOf(source)), since]),
    )
    .toSorted()
}

function expected(
  now: ReadonlyMap<string, Told>,
  since: ReadonlyMap<string, number>,
): readonly string[] {
  return [...now]
    .map(([pair, { target, source }]) =>
      JSON.stringify([pair, target, source, source === null ? null : since.get(pair)]),
    )
    .toSorted()
}
