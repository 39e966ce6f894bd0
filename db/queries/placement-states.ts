// Placements in some states. Most are healthy, so those in any other state are looked for where such are known to be:
// observations by their state, clusters that are silent, and what clusters haven't pulled yet or what has no release.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { COUNTED_MAX } from '#lib/domain/lists/total.ts'
import type { State } from '#lib/domain/observed/states.ts'
import { readRows } from '../rows.ts'
import { clustersSilent } from './cluster-freshness.ts'
import { both, type ClusterSet, EVERY_CLUSTER, few } from './cluster-sets.ts'
import { isSilent } from './observed-state.ts'
import { isLike } from './pair-states.ts'
import { isChosen } from './decisions.ts'
import {
  type CandidateApplication,
  type Candidates,
  isPlacedAt,
  placedAt,
  placementsOf,
} from './placement-candidates.ts'
import type { PlacementQuery } from './placement-query.ts'
import type { TenantScope } from './scope.ts'
import { hasTarget, isOneOf, lacksTarget, placementsWithTarget } from './targeted-placements.ts'
import { isOther, unreleasedPlacements } from './unreleased.ts'
import { waitingPlaces } from './waiting-places.ts'

const pairRow = z.strictObject({ applicationId: z.int(), clusterId: z.int() })
export type PairIds = z.infer<typeof pairRow>

/** Where to look for placements that are in certain states. */
type Place = {
  /** In which of them those are that are looked for; null: all that are there. */
  readonly states: readonly State[] | null
  /** Rows `p`. */
  readonly placements: SQL
  readonly clusters: ClusterSet
  /** Whether these are so few that they are looked at before anything else is asked of them. */
  readonly areFew: boolean
}

/** The placements that a query of states matches; null: more than lists count. */
export async function readMatches(
  scope: TenantScope,
  query: PlacementQuery & { readonly states: readonly State[] },
  { applications, isEveryApplication, clusters }: Candidates,
): Promise<PairIds[] | null> {
  const { tx, tenant } = scope
  const among = async (those: readonly CandidateApplication[], set: ClusterSet, place: Place) => {
    if (those.length === 0) return []
    const found = await both(scope, set, place.clusters)
    if (found.kind === 'few' && found.ids.length === 0) return []
    const ids = isEveryApplication && !place.areFew ? null : those.map(({ id }) => id)
    const isMeant = sql`${hasTarget(tenant, query)} and ${isChosen(tenant, query)}
      and ${lacksTarget(tenant, query)} and ${isLike(tenant, query, { ...query, states: place.states })}`
    return [placementsOf(place.placements, ids, found, isMeant)]
  }
  const parts: SQL[] = []
  for (const place of await placesOf(scope, query, applications)) {
    const named = applications.filter(({ hasText }) => hasText)
    const others = applications.filter(({ hasText }) => !hasText)
    parts.push(...(await among(named, clusters.ofText, place)))
    parts.push(...(await among(others, clusters.ofOthers, place)))
  }
  if (parts.length === 0) return []
  const rows = await readRows(tx, pairRow)`
    select application_id as "applicationId", cluster_id as "clusterId"
    from (${sql.join(parts, sql` union all `)}) matching limit ${COUNTED_MAX + 1}`
  return rows.length > COUNTED_MAX ? null : rows
}

/** Whether all that is in one of these states can be found without looking at every placement. */
export function isFoundByState({ isPast, states }: PlacementQuery): boolean {
  return !isPast && states !== null && !states.includes('healthy')
}

/** Every placement in one of the states is in exactly one of these places. */
async function placesOf(
  scope: TenantScope,
  query: PlacementQuery & { readonly states: readonly State[] },
  applications: readonly CandidateApplication[],
): Promise<Place[]> {
  const { tenant } = scope
  const { change, isPast, states, target } = query
  const everywhere = sql`select * from ${placedAt(change)} p
    where p.tenant = ${tenant} and ${isPlacedAt(change)}`
  const anywhere = { placements: everywhere, areFew: false }
  const ofThese = isOneOf(applications)
  const placements =
    target === null
      ? everywhere
      : placementsWithTarget(tenant, { change, target }, ofThese, EVERY_CLUSTER)
  const wanted = { placements, states, areFew: false }
  if (isPast) return [{ ...wanted, clusters: EVERY_CLUSTER }]
  if (!isFoundByState(query)) {
    const clusters = states.includes('unknown')
      ? EVERY_CLUSTER
      : await few(scope, clustersSilent(tenant, query, false))
    return [{ ...wanted, clusters }]
  }
  const places: Place[] = []
  const told = states.filter((state) => state !== 'waiting')
  if (told.length > 0) {
    const placements = toldToBe(tenant, query, told)
    places.push({ states: told, placements, clusters: EVERY_CLUSTER, areFew: true })
  }
  if (told.includes('unknown')) {
    const clusters = await few(scope, clustersSilent(tenant, query, true))
    const where = clusters.kind === 'few' ? anywhere : wanted
    places.push({ ...where, states: null, clusters })
  }
  if (states.includes('waiting')) {
    const { unreleased, stateForS } = query
    for (const { placements, clusters } of await waitingPlaces(scope, query)) {
      places.push({
        states: ['waiting'],
        placements: sql`${everywhere} and ${placements} and ${isOther(unreleased)}`,
        clusters,
        areFew: clusters.kind === 'all',
      })
    }
    // Nobody asks for how long something waits for a release.
    if (unreleased !== null && unreleased.size > 0 && stateForS === null) {
      const placements = unreleasedPlacements(tenant, unreleased)
      places.push({ states: ['waiting'], placements, clusters: EVERY_CLUSTER, areFew: true })
    }
  }
  return places
}

/** Those of which clusters that aren't silent said that they are in these states, or will be with time alone. */
function toldToBe(
  tenant: number,
  { change, observedAt }: PlacementQuery,
  states: readonly State[],
): SQL {
  const told = (column: SQL) => sql`select application_id, cluster_id from observations
    where tenant = ${tenant} and ${column} = any(${sql.param(states)}::text[])`
  // Each is looked up, before anything else is asked of it: of states, the planner expects far too few.
  return sql`select p.* from (
      ${told(sql`state <> 'healthy' and state`)} union ${told(sql`later_state`)}
    ) told cross join lateral (select * from ${placedAt(change)} p where p.tenant = ${tenant}
      and p.application_id = told.application_id and p.cluster_id = told.cluster_id
      and ${isPlacedAt(change)} offset 0) p
    cross join lateral (select ${isSilent(observedAt)} as is_silent from cluster_reports c
      where c.tenant = ${tenant} and c.cluster = p.cluster_id offset 0) c
    where not c.is_silent offset 0`
}

/**
 * The candidates of a query that matches so many that it is read by walking over placements: without the applications and
 * clusters that have none of them, as far as that is easily told.
 */
export async function narrowedByStates(
  scope: TenantScope,
  query: PlacementQuery & { readonly states: readonly State[] },
  candidates: Candidates,
): Promise<Candidates> {
  if (!isFoundByState(query)) return candidates
  const { states } = query
  if (states.every((state) => state !== 'unknown' && state !== 'waiting')) {
    const present = await applicationsToldToBe(scope, candidates.applications, states)
    return {
      ...candidates,
      applications: candidates.applications.filter(({ id }) => present.has(id)),
    }
  }
  if (states.some((state) => state !== 'unknown')) return candidates
  const { tenant } = scope
  const unknown = await few(
    scope,
    sql`${clustersSilent(tenant, query, true)} union select cluster_id from observations
      where tenant = ${tenant} and state = 'unknown'`,
  )
  return {
    ...candidates,
    clusters: {
      ofText: await both(scope, candidates.clusters.ofText, unknown),
      ofOthers: await both(scope, candidates.clusters.ofOthers, unknown),
    },
  }
}

const presentApplication = z.strictObject({ id: z.int() })

async function applicationsToldToBe(
  { tx, tenant }: TenantScope,
  applications: readonly CandidateApplication[],
  states: readonly State[],
): Promise<ReadonlySet<number>> {
  const rows = await readRows(tx, presentApplication)`
    select a.id from unnest(${sql.param(applications.map(({ id }) => id))}::int[]) a(id)
    where exists (select from observations o where o.tenant = ${tenant} and o.application_id = a.id
        and o.state <> 'healthy' and o.state = any(${sql.param(states)}::text[]))
      or a.id in (select application_id from observations
        where tenant = ${tenant} and later_state = any(${sql.param(states)}::text[]))`
  return new Set(rows.map(({ id }) => id))
}
