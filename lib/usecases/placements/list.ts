import { readDecisions } from '#db/queries/decisions.ts'
import { type Among, loadObjects, readObject } from '#db/queries/objects.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import type { PlacementPosition, PlacementQuery } from '#db/queries/placement-query.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { can, readableTeams } from '#lib/domain/access/permissions.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import { emptyFleet, type Fleet } from '#lib/domain/fleet/fleet.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { applicationSide, isActive } from '#lib/domain/fleet/rules.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { policyReach } from '#lib/domain/fleet/targeting.ts'
import { targetOn } from '#lib/domain/fleet/targets.ts'
import { unreleasedIn } from '#lib/domain/fleet/unreleased.ts'
import type { LabelKey } from '#lib/domain/lists/columns.ts'
import { type FacetCounts, facetCounts, type FacetQuestion } from '#lib/domain/lists/facets.ts'
import type { SilenceFilter } from '#lib/domain/lists/silence-filter.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import type { BlockedByJson } from '#lib/domain/objects/blocked-by.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { editOf } from '../changes/edit.ts'
import { asked, type Context, defineRead } from '../define.ts'
import { blockedByEach, blockedThen } from '../dependencies/blocked.ts'
import {
  isFreshnessKept,
  type Moment,
  type ObservedMoment,
  observedMoment,
  readMoment,
} from '../moment.ts'
import { resourceOf } from '../objects/requested-object.ts'
import { findShared } from '../objects/shared.ts'
import { storedObject } from '../objects/stored-object.ts'
import { idsIn, uniteAll } from '#lib/domain/sets/bits.ts'
import type { PairStatus } from '#lib/domain/observed/pair-status.ts'
import { pairStatuses } from '../observed/pair-status.ts'
import { countPlacementFacets } from './facets.ts'
import { labelsOfPairs, type PairLabels } from './pair-labels.ts'
import { listPairs, type PairRow } from './pairs.ts'
import { releasedOf, type ReleasedOrHeld } from './releases.ts'
import { amongPlanned } from '../observed/planned.ts'

export type ListPlacementsInput = {
  readonly at: Moment
  /** Of a later page of an export: when the clusters were asked about for the first one. */
  readonly observed?: ObservedMoment | undefined
  readonly filter: Omit<
    PlacementQuery,
    keyof ObservedTime | 'selectedBy' | 'teams' | 'shared' | 'planned' | 'unreleased'
  > & {
    readonly policy: string | null
    /** True: only what is placed; false: only what is there without being placed; null: that only where states are asked for. */
    readonly placed: boolean | null
    readonly silence: SilenceFilter | null
  }
  readonly after: PlacementPosition | null
  readonly limit: number
  /** Labels of the clusters and applications that are wanted with the rows. */
  readonly labels?: readonly LabelKey[]
  /** For a page of an export, where the total isn't needed. */
  readonly isExport?: boolean
  /** What all of its pairs are counted by, besides. */
  readonly facets?: FacetQuestion
}

export const everyPlacement: ListPlacementsInput['filter'] = {
  namespace: null,
  application: null,
  cluster: null,
  clusterSelector: null,
  appSelector: null,
  target: null,
  withoutTarget: null,
  states: null,
  stateForS: null,
  revision: null,
  freshness: null,
  silence: null,
  text: null,
  descending: false,
  policy: null,
  placed: null,
}

export type Placement = PairRow &
  PairStatus &
  ReleasedOrHeld & {
    /** What it waits for, without what lies behind that; null: of the past that isn't known. */
    readonly blocked: readonly BlockedByJson[] | null
    /** The names of the policies that give it, sorted. */
    readonly policies: readonly string[]
    /** The name of its target; null: it has none. */
    readonly target: string | null
    /** Those that were asked for: of the cluster, and of the application. */
    readonly labels: PairLabels
  }

export type PlacementList = Total & {
  readonly items: readonly Placement[]
  readonly facets: readonly FacetCounts[]
  readonly next: PlacementPosition | null
  /** The change as of which this is read; a later page can be read `at` it. */
  readonly asOf: number
  readonly observed: ObservedMoment
}

export const listPlacementsUseCase = defineRead<ListPlacementsInput, PlacementList>({
  name: 'placements.list',
  // Queries that no index answers: through all names, past all that have a target, and back through all changes.
  isHeavy: ({ at, filter, isExport }) =>
    isExport === true ||
    at !== null ||
    filter.text !== null ||
    filter.withoutTarget !== null ||
    (filter.stateForS !== null && filter.states === null),
  load: () => asked({ kind: 'tenant' }),
  run: async (context, input) => {
    const { at, filter, after, limit, labels = [], isExport, facets } = input
    const { scope, actor } = context
    const { change, asOf } = await readMoment(context, at)
    const observed = input.observed ?? observedMoment(context, at)
    const { policy: _, placed, silence, ...columns } = filter
    const given = await narrowedByPolicy(context, filter, change)
    if (given === null || isForgotten(context, observed, filter.freshness)) {
      const none = facets?.facets?.map((facet) => facetCounts(facet, new Map(), facets)) ?? []
      return { items: [], facets: none, next: null, ...exactly(0), asOf, observed }
    }
    const time = { change, ...observed }
    const planned = await amongPlanned(context, time, silence)
    const unreleased = time.isPast ? null : unreleasedIn(await context.fleet())
    const teams = readableTeams(actor)
    const shared = await sharedId(context, filter, teams)
    const query = { ...time, planned, unreleased, teams, shared, ...columns, ...given }
    const { rows, ...total } = await listPairs(scope, query, placed, {
      after,
      limit: limit + 1,
      isCounted: isExport !== true,
    })
    const page = rows.slice(0, limit)
    const fleet = await fleetOf(context, page, change)
    const giving = policiesGiving(fleet, actor)
    const released = await releasedOf(scope, fleet, page, change)
    const statuses = await pairStatuses(context, page, time)
    const blocked = await blockedOf(context, fleet, page, time)
    const labelled = await labelsOfPairs(scope, page, labels, change)
    return {
      items: page.map((row, index) => ({
        ...row,
        ...statuses[index]!,
        ...released[index]!,
        blocked: blocked[index]!,
        policies: giving(row),
        target: targetOf(fleet, row),
        labels: labelled(row),
      })),
      facets: facets
        ? await countPlacementFacets(context, { query, isPlaced: placed, ...total }, facets)
        : [],
      next: rows.length > limit ? page.at(-1)! : null,
      ...total,
      asOf,
      observed,
    }
  },
})

/** What isn't placed waits for nothing. */
async function blockedOf(
  context: Context,
  { applications }: Fleet,
  rows: readonly PairRow[],
  { isPast }: ObservedTime,
): Promise<readonly (readonly BlockedByJson[] | null)[]> {
  if (isPast) return rows.map(({ applicationId: id }) => blockedThen(applications.slots[id]))
  const pairs = rows.map((row) => ({ application: row.applicationId, cluster: row.clusterId }))
  return blockedByEach(context, pairs)
}

/** The application that it is asked for by its names, where another team shows that to the whole tenant; null: none. */
async function sharedId(
  context: Context,
  { namespace: team, application: name }: ListPlacementsInput['filter'],
  teams: readonly string[] | null,
): Promise<number | null> {
  if (team === null || name === null || (teams?.includes(team) ?? true)) return null
  return (await findShared(context, { kind: 'application', team, name }))?.id ?? null
}

/** Whether it is asked how fresh clusters were at a time of which that isn't kept. */
function isForgotten(
  context: Context,
  observed: ObservedMoment,
  freshness: PlacementQuery['freshness'],
): boolean {
  return freshness !== null && observed.isPast && !isFreshnessKept(context, observed)
}

/**
 * What a policy gives: what it selects and, where it chooses, chose, and where it has a target, what has that of these; null: nothing. A policy
 * gives nothing that doesn't exist, can't be seen, is suspended or excludes.
 */
async function narrowedByPolicy(
  { scope, actor }: Context,
  { policy: name, target }: Pick<ListPlacementsInput['filter'], 'policy' | 'target'>,
  change: number | null,
): Promise<Pick<PlacementQuery, 'selectedBy' | 'target'> | null> {
  if (name === null) return { selectedBy: null, target }
  const reach = { change, teams: readableTeams(actor) }
  const row = await readObject(scope, { kind: 'target-policy', team: null, name }, reach)
  if (!row) return null
  const policy = storedObject('target-policy', row.body)
  if (!isActive(policy) || policy.effect === 'exclude') return null
  if (policy.target !== null && target !== null && policy.target !== target) return null
  const sides = { app: applicationSide(policy), cluster: policy.clusterSelector }
  const decided = needsDecision(policy) ? await decidedPlaces(scope, row.object, change) : null
  return { selectedBy: { ...sides, decided }, target: policy.target ?? target }
}

async function decidedPlaces(scope: TenantScope, policy: number, change: number | null) {
  const decisions = await readDecisions(scope, [policy], null, change)
  return {
    policy,
    applications: decisions.map(({ application }) => application),
    clusters: idsIn(uniteAll(decisions.map(({ clusters }) => clusters))),
  }
}

/** A fleet in which the placed ones of some pairs are as of a change; empty where none is. */
async function fleetOf(
  context: Context,
  rows: readonly PairRow[],
  change: number | null,
): Promise<Fleet> {
  const placed = rows.filter((row) => row.change !== null)
  if (placed.length === 0) return emptyFleet()
  return change === null ? context.fleet() : fleetBehind(context.scope, placed, change)
}

/**
 * The policies that give each pair, as far as the actor may see them. They follow from the selectors, so they aren't stored with
 * placements.
 */
function policiesGiving(fleet: Fleet, actor: Actor): (row: PairRow) => readonly string[] {
  const { giving } = policyReach(fleet)
  const readable = new Map<string, boolean>()
  const isReadable = (name: string) => {
    const known = readable.get(name) ?? canReadPolicy(fleet, actor, name)
    readable.set(name, known)
    return known
  }
  return ({ applicationId, clusterId, change: began }) =>
    began === null ? [] : giving(applicationId, clusterId).filter(isReadable)
}

function targetOf(fleet: Fleet, { applicationId, clusterId, change }: PairRow): string | null {
  return change === null ? null : (targetOn(fleet, applicationId, clusterId)?.name ?? null)
}

function canReadPolicy({ policies }: Fleet, actor: Actor, name: string): boolean {
  const policy = findByName(policies, name)?.object
  return policy !== undefined && can(actor, 'read', resourceOf(policy))
}

/** The objects on a page, and the policies that may select them, as of that time. */
async function fleetBehind(
  scope: TenantScope,
  rows: readonly PairRow[],
  change: number,
): Promise<Fleet> {
  const load = async (kind: Kind, among: Among) => {
    const bodies = await loadObjects(scope, kind, among, change)
    return [...bodies].map(([id, body]) => editOf(kind, id, storedObject(kind, body)))
  }
  const ids = (of: (row: PairRow) => number) => ({ ids: [...new Set(rows.map(of))] })
  const teams = new Set(rows.map(({ namespace }) => namespace))
  const edits = await Promise.all([
    load('target-policy', { owners: [null, ...teams] }),
    load(
      'application',
      ids(({ applicationId }) => applicationId),
    ),
    load(
      'cluster',
      ids(({ clusterId }) => clusterId),
    ),
  ])
  const fleet = emptyFleet().with(edits.flat())
  return fleet.with(await decisionsBehind(scope, fleet, change))
}

/** What those of a fleet’s policies decided that place on chosen clusters alone. */
async function decisionsBehind(
  scope: TenantScope,
  { rules, applications }: Fleet,
  change: number,
): Promise<readonly Edit[]> {
  const policies = rules.flatMap((rule) => (rule && needsDecision(rule.policy) ? [rule.id] : []))
  const decisions = await readDecisions(scope, policies, applications.ordered, change)
  return decisions.map(({ clusters: after, ...key }) => ({ kind: 'decision', ...key, after }))
}
