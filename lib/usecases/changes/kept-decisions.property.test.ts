// What SQL keeps of decisions, and of the placements that follow from them, is what the fleet in memory says at each change: of the
// process that made it, of one that follows it, and of one that begins with it.
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { DecisionReasons } from '#db/schema/decision.ts'
import { inconsistencies } from '#db/testing/consistency.ts'
import { decisionEditsOf } from '#lib/domain/decisions/decision-edits.ts'
import { choicesOn } from '#lib/domain/fleet/choices.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf, rulesReaching } from '#lib/domain/fleet/reaching.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { type Rule } from '#lib/domain/fleet/rules.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { bitsIn } from '#lib/domain/sets/bit-bytes.ts'
import { bitsOf, hasBit, idsIn } from '#lib/domain/sets/bits.ts'
import { createTestApi, type TestApi } from '#lib/http/testing/api.ts'
import { submitDecisions } from '#lib/http/testing/deciding.ts'
import { application, cluster, policy, save, team } from '#lib/worker/testing/fleets.ts'
import { createFleetStore } from '../fleet-store.ts'

/** In a tenant. */
const EDITS = 150
/** What fails says its seed, so that the same edits can be made again. */
const SEED = Number(process.env['BERTH_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const SEQUENCES = Math.ceil(Number(process.env['BERTH_TRIALS'] ?? EDITS) / EDITS)
const SEEDS = Array.from({ length: SEQUENCES }, (_, nth) => SEED + nth)
const CLUSTERS = ['c1', 'c2', 'c3', 'c4', 'c5']
const NAMES = ['a', 'b', 'c']
const POLICIES = ['p', 'q', 'r']
const region = fc.constantFrom('east', 'west')

type Request = { readonly method: string; readonly path: string; readonly body?: object }
type Answer = {
  readonly policy: string
  readonly application: string
  readonly clusters: readonly string[]
}

const patched = (path: fc.Arbitrary<string>, body: fc.Arbitrary<object>): fc.Arbitrary<Request> =>
  fc.record({ method: fc.constant('PATCH'), path, body })

const pick = fc.record(
  {
    count: fc.constantFrom<number | string>(1, 2, 3, '40%'),
    spread_by: fc.constant('region'),
    prefer: fc.constant([{ score: 'free' }]),
  },
  { requiredKeys: ['count'] },
)
/** Who chooses: a scheduler, a pick, or nobody. */
const chooses = fc.oneof(
  pick.map((pick) => ({ pick })),
  fc.constantFrom('packer', 'other').map((scheduler) => ({ scheduler })),
  fc.constant({}),
)

const request: fc.Arbitrary<Request> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...POLICIES), fc.option(region), chooses)
      .map(([name, where, chooses]) => ({
        method: 'PUT',
        path: `/target-policies/${name}`,
        body: { ...policy(name, where === null ? '*' : { region: where }), ...chooses },
      })),
  },
  {
    weight: 1,
    arbitrary: patched(
      fc.constantFrom(...POLICIES).map((name) => `/target-policies/${name}`),
      fc.record({ suspended: fc.boolean() }),
    ),
  },
  {
    weight: 4,
    arbitrary: patched(
      fc.constantFrom(...CLUSTERS).map((name) => `/clusters/${name}`),
      fc.record({ metadata: fc.record({ region }) }),
    ),
  },
  {
    weight: 2,
    arbitrary: patched(
      fc.constantFrom(...NAMES).map((name) => `/applications/ieb/${name}`),
      fc.record({ metadata: fc.record({ common: fc.constantFrom('true', 'true', null) }) }),
    ),
  },
  {
    weight: 1,
    arbitrary: patched(
      fc.constant('/teams/ieb'),
      fc.record({ cluster_boundary: fc.constantFrom('region', 'region=east') }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.constantFrom(...CLUSTERS).map((name) => `/clusters/${name}`),
        fc.constantFrom(...NAMES).map((name) => `/applications/ieb/${name}`),
        fc.constantFrom(...POLICIES).map((name) => `/target-policies/${name}`),
      )
      .map((path) => ({ method: 'DELETE', path })),
  },
)

const answer: fc.Arbitrary<Answer> = fc.record({
  policy: fc.constantFrom(...POLICIES),
  application: fc.constantFrom(...NAMES),
  clusters: fc.subarray(CLUSTERS),
})

let api: TestApi
beforeEach(async () => {
  seen.clear()
  api = await createTestApi()
  await save(api, 'POST', '/teams', team())
  for (const name of ['packer', 'other']) await save(api, 'POST', '/schedulers', { name })
  for (const name of CLUSTERS) await save(api, 'POST', '/clusters', cluster(name))
  for (const name of NAMES) await save(api, 'POST', '/applications', application(name))
  await save(api, 'POST', '/target-policies', { ...policy('p'), pick: { count: 3 } })
  await save(api, 'POST', '/target-policies', { ...policy('q'), scheduler: 'packer' })
  await attemptAnswer({ policy: 'q', application: 'a', clusters: ['c1', 'c2'] })
  await attemptAnswer({ policy: 'q', application: 'b', clusters: ['c3'] })
})

/** Creates what isn't there. */
async function attempt(act: Request | Answer): Promise<void> {
  if ('policy' in act) return attemptAnswer(act)
  const isThere = (await api.call(act.path)).status === 200
  if (act.method === 'DELETE' && !isThere) return
  const { method, path, body } = isThere ? act : creationOf(act)
  await save(api, method, path, body)
}

function creationOf({ path, body }: Request): Request {
  const [name, ...place] = path.split('/').toReversed()
  const kind = place.toReversed().join('/')
  if (kind === '/clusters') return post('/clusters', { ...cluster(name!), ...body })
  if (kind === '/target-policies') return post(kind, { ...policy(name), ...body })
  return post('/applications', application(name))
}

const post = (path: string, body: object): Request => ({ method: 'POST', path, body })

async function attemptAnswer({ policy, application, clusters }: Answer): Promise<void> {
  const fleet = await made()
  const rule = ruleOf(fleet, policy)
  const id = findByName(fleet.applications, application, 'ieb')?.id
  const by = rule?.policy.scheduler ?? null
  if (!rule || by === null || id === undefined) return
  if (!hasBit(rule.applications, id)) return
  const candidates = candidatesOf(fleet, rule, id)
  const ids = clusters
    .flatMap((name) => findByName(fleet.clusters, name)?.id ?? [])
    .filter((each) => hasBit(candidates, each))
  await submitDecisions(api, () => [
    {
      kind: 'decision',
      policy: rule.id,
      application: id,
      after: bitsOf(ids),
      reasons: { by, clusters: Object.fromEntries(ids.map((each) => [each, `${by} has ${each}`])) },
    },
  ])
}

function ruleOf(fleet: Fleet, name: string): Rule | undefined {
  const found = findByName(fleet.policies, name)
  return found === null ? undefined : fleet.rules[found.id]
}

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

/** When each change was made; of two at one instant the last. */
const instantsOf = async () =>
  new Map(
    (
      await read(({ tx, tenant }) =>
        tx.execute<{ id: number; at: Date }>(
          sql`select id::int, at from changes where tenant = ${tenant} order by id`,
        ),
      )
    ).map(({ id, at }) => [id, at]),
  )

/** The fleet of the process that makes the changes. */
const made = async () => {
  const last = await lastChange()
  return read((scope) => api.services.fleets.at(scope, last))
}

/** What is decided, placed and said of why. */
function toldBy(fleet: Fleet) {
  return {
    decisions: fleet.decisions
      .flatMap((decided, policy) =>
        [...(decided ?? [])].map(([id, clusters]) => `${policy} ${id}: ${idsIn(clusters).join()}`),
      )
      .toSorted(),
    placed: fleet.applications.ordered.map(
      (id) => `${id}: ${idsIn(placementsOf(fleet, id)).join()}`,
    ),
    choices: fleet.applications.ordered
      .flatMap((id) =>
        fleet.clusters.ordered.flatMap((each) =>
          [...choicesOn(fleet, id, each, () => null)].map(([name, { by, holds, reason }]) =>
            [id, each, name, by, holds, reason].join(' '),
          ),
        ),
      )
      .toSorted(),
  }
}

type Row = {
  policy: number
  application: number
  clusters: Uint8Array
  reasons: DecisionReasons | null
}

async function storedAt(change: number) {
  const decisions = await read(({ tx, tenant }) =>
    tx.execute<Row>(sql`
      select policy_id as policy, application_id as application, clusters, reasons from decisions
      where tenant = ${tenant} and began <= ${change} and (ended is null or ended > ${change})`),
  )
  const placed = await read(({ tx, tenant }) =>
    tx.execute<{ application: number; clusters: number[] }>(sql`
      select application_id as application, array_agg(cluster_id order by cluster_id) as clusters
      from placements_all where tenant = ${tenant} and began <= ${change}
        and (ended is null or ended > ${change}) group by 1`),
  )
  return { decisions, placed }
}

async function expectStored(change: number, fleet: Fleet): Promise<void> {
  const { decisions, placed } = await storedAt(change)
  const { decisions: held } = toldBy(fleet)
  const kept = decisions.map(
    ({ policy, application, clusters }) =>
      `${policy} ${application}: ${idsIn(bitsIn(clusters)).join()}`,
  )
  expect(kept.toSorted()).toEqual(held)
  for (const { policy, clusters, reasons } of decisions) {
    // Each answer of these tests gives a reason for each cluster that it chooses.
    if (reasons === null || reasons.by !== fleet.policies.slots[policy]!.scheduler) continue
    for (const each of idsIn(bitsIn(clusters))) {
      expect(reasons.clusters[each]).toBe(`${reasons.by} has ${each}`)
      seen.add('reasons')
    }
  }
  const found = new Map(placed.map((row) => [row.application, row.clusters]))
  for (const id of fleet.applications.ordered) {
    expect(found.get(id) ?? []).toEqual(idsIn(placementsOf(fleet, id)))
  }
}

type Item = { readonly application: string; readonly cluster: string; readonly policies: string[] }

/** The list of what each policy places has what the fleet says that it reaches, and which policies give each. */
async function expectListed(fleet: Fleet, at: string): Promise<void> {
  const nameOf = (id: number, each: number) =>
    `${fleet.applications.slots[id]!.name} ${fleet.clusters.slots[each]!.name}`
  const giving = new Map<string, string[]>()
  for (const id of fleet.applications.ordered) {
    for (const each of idsIn(placementsOf(fleet, id))) {
      const rules = rulesReaching(fleet, id).filter(({ clusters }) => hasBit(clusters, each))
      giving.set(
        nameOf(id, each),
        rules.map((rule) => rule.policy.name),
      )
    }
  }
  for (const { name, suspended } of fleet.policies.ordered.map((id) => fleet.policies.slots[id]!)) {
    const { json } = await api.call(`/placements?policy=${name}&facets=cluster&limit=1000${at}`)
    const found = new Map(
      json.items.map((item: Item) => [
        `${item.application} ${item.cluster}`,
        item.policies.toSorted(),
      ]),
    )
    const expected = [...giving].filter(([, names]) => !suspended && names.includes(name))
    expect(found).toEqual(new Map(expected.map(([pair, names]) => [pair, names.toSorted()])))
    expect(json.total).toBe(expected.length)
    const counted: { count: number }[] = json.facets[0].values
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
    if (expected.length > 0 && expected.length < giving.size) seen.add('listed')
  }
}

/** What was met on the way: a property that meets nothing says nothing. */
const seen = new Set<string>()

function note(fleet: Fleet): void {
  for (const rule of fleet.rules) {
    if (!rule || !needsDecision(rule.policy)) continue
    const decided = fleet.decisions[rule.id]
    const who = rule.policy.pick === null ? 'scheduler' : 'pick'
    for (const [, clusters] of decided ?? []) {
      seen.add(`${who} chose ${Math.min(idsIn(clusters).length, 2)}`)
    }
  }
}

it.each(SEEDS)(
  'at each change, decisions and placements are those of the fleet, whoever has it (%i)',
  async (seed) => {
    const following = createFleetStore()
    const acts = fc.sample(
      fc.oneof({ weight: 5, arbitrary: request }, { weight: 2, arbitrary: answer }),
      { numRuns: EDITS, seed },
    )
    let last = await lastChange()
    let followed = 0
    for (const [nth, act] of acts.entries()) {
      await attempt(act)
      const now = await lastChange()
      if (now === last) continue
      last = now
      const own = await made()
      expect([...decisionEditsOf(emptyFleet(), own, () => null)]).toEqual([])
      await expectStored(now, own)
      // Several changes at once, too.
      if (nth % 3 !== 0) continue
      followed += 1
      const others = [following, createFleetStore()]
      for (const store of others) {
        expect(toldBy(await read((scope) => store.at(scope, now)))).toEqual(toldBy(own))
      }
    }
    const instants = await instantsOf()
    for (let change = 1; change <= last; change++) {
      const fleet = await read((scope) => createFleetStore().past(scope, change))
      await expectStored(change, fleet)
      await expectListed(fleet, change === last ? '' : `&at=${instants.get(change)!.toISOString()}`)
      note(fleet)
    }
    expect(await read(({ tx }) => inconsistencies(tx))).toEqual([])
    expect(followed).toBeGreaterThan(EDITS / 10)
    const most = ['listed', 'pick chose 2', 'reasons', 'scheduler chose 1']
    expect([...seen]).toEqual(expect.arrayContaining(most))
  },
  600_000,
)
