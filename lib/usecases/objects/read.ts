// Reading the objects that people describe: one, and lists of one kind.
import { listClusterTypes } from '#db/queries/cluster-type-list.ts'
import { NO_OBJECT } from '#db/queries/described-list.ts'
import { tenantSince } from '#db/queries/tenants.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { IMPLIED, impliedObject } from '#lib/domain/objects/implied.ts'
import { countBits, NO_BITS } from '#lib/domain/sets/bits.ts'
import { changeAt } from '#db/queries/changes.ts'
import { listEnvironments } from '#db/queries/environments.ts'
import type { ObjectPosition } from '#db/queries/object-order.ts'
import { listObjects, type ObjectQuery, type ObjectRow, readObject } from '#db/queries/objects.ts'
import type { ObservedTime } from '#db/queries/pair-states.ts'
import {
  isConcerningKind,
  readableTeams,
  type ResourceName,
} from '#lib/domain/access/permissions.ts'
import { sharedApplications } from '#lib/domain/fleet/shared.ts'
import type { FacetCounts, FacetQuestion } from '#lib/domain/lists/facets.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { SilenceFilter } from '#lib/domain/lists/silence-filter.ts'
import type { Freshness } from '#lib/domain/observed/freshness.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import type { ModelObject, ObjectRef } from '#lib/domain/objects/objects.ts'
import type { ObjectParameters } from '#lib/schemas/object-parameters.ts'
import {
  asked,
  type Context,
  defineRead,
  type Loaded,
  type ReadUseCase,
  type UseCase,
} from '../define.ts'
import {
  isFreshnessKept,
  type Moment,
  type ObservedMoment,
  observedMoment,
  readMoment,
} from '../moment.ts'
import { amongPlanned } from '../observed/planned.ts'
import { blockedApplications, blockedClusters } from '../dependencies/blocked.ts'
import { observedStatuses, type ObservedStatus } from '../observed/object-status.ts'
import { concerningIds, resourceIn } from './concerning.ts'
import { countFacets } from './facets.ts'
import { type RefParameters, refFromPath, resourceOf } from './requested-object.ts'
import { heldStatus, represent, type Representation, representRow } from './represent.ts'
import { findShared, sharedView } from './shared.ts'
import { storedObject } from './stored-object.ts'

export type GetInput = { readonly ref: RefParameters; readonly at: Date | null }

export type FoundObject<K extends Kind> = {
  readonly object: ObjectOfKind<K>
  readonly id: number
  /** The change that brought it to this state, and when. */
  readonly began: number
  readonly since: Date
  /** The change after which it is so; null: now. */
  readonly change: number | null
}

/**
 * How an object of a kind is looked for: now, or at a moment. `readable`: it is found by those who may read these of its team.
 */
export const loadObject =
  <K extends Kind>(kind: K, readable: ResourceName = 'application') =>
  async (context: Context, { ref, at }: GetInput): Promise<Loaded<FoundObject<K>> | null> => {
    const { scope, actor } = context
    const change = at && (await changeAt(scope, at))
    const named = refFromPath(kind, ref)
    const row =
      (await readObject(scope, named, { change, teams: readableTeams(actor, readable) })) ??
      (await readShared(context, named, change)) ??
      (await readConcerning(context, named, change))
    if (!row) return impliedOf<K>(context, named)
    const { object: id, began, since, body } = row
    const object = storedObject(kind, body)
    return {
      resource: await resourceIn(context, object),
      found: { object, id, began, since, change },
    }
  }

/** What is so in every tenant since there is one, until somebody edits it. */
async function impliedOf<K extends Kind>(
  { scope }: Context,
  ref: ObjectRef,
): Promise<Loaded<FoundObject<K>> | null> {
  const object = impliedObject(ref)
  if (object === null) return null
  const since = await tenantSince(scope)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is of the kind of its ref
  const found = { object, id: NO_OBJECT, began: IMPLIED, since, change: null } as FoundObject<K>
  return { resource: resourceOf(object), found }
}

/** One that its team shows to the whole tenant now: what had its name before it isn't shown. */
async function readShared(
  context: Context,
  ref: ObjectRef,
  change: number | null,
): Promise<ObjectRow | null> {
  const shared = await findShared(context, ref)
  if (shared === null) return null
  const row = await readObject(context.scope, ref, { change, teams: null })
  return row?.object === shared.id ? row : null
}

/** One of the platform that may concern somebody’s team: whether it does follows from its resource. */
async function readConcerning(
  { scope }: Context,
  ref: ObjectRef,
  change: number | null,
): Promise<ObjectRow | null> {
  if (!isConcerningKind(ref.kind)) return null
  const row = await readObject(scope, ref, { change, teams: null })
  return row?.team === null ? row : null
}

export function getUseCase(kind: Kind): UseCase<GetInput, Representation> {
  return defineRead<GetInput, Representation, GetInput, FoundObject<Kind>>({
    name: `${kinds[kind].collection}.get`,
    load: loadObject(kind),
    run: async (context, { at }, { object, id, began, since, change }) => {
      const time = { change, ...observedMoment(context, at) }
      const query = { ...time, teams: countedTeams(context, kind), namespace: null }
      const observed = await observedStatuses(context, query, kind, [id])
      const held = heldStatus(object, time.observedAt)
      const blocked = time.isPast ? {} : await blockedStatus(context, kind, id)
      const view = await sharedView(context, kind)
      const ofType = await typeStatus(context, object, time.isPast)
      const implicit = id === NO_OBJECT && { implicit: true as const }
      const status = { ...observed.get(id), ...held, ...blocked, ...ofType, ...implicit }
      return represent(view(object), began, since, status)
    },
  })
}

/** Of a cluster type, now: how many clusters have it. */
async function typeStatus(
  context: Context,
  object: ModelObject,
  isPast: boolean,
): Promise<Pick<ObservedStatus, 'clusters'>> {
  if (object.kind !== 'cluster-type' || isPast) return {}
  return clustersOfType(await context.fleet(), object.name)
}

function clustersOfType({ clustersByType }: Fleet, name: string) {
  return { clusters: countBits(clustersByType.get(name) ?? NO_BITS) }
}

/** What waits on a cluster, or where an application waits. */
async function blockedStatus(
  context: Context,
  kind: Kind,
  id: number,
): Promise<Pick<ObservedStatus, 'blocked'>> {
  const read = { cluster: blockedApplications, application: blockedClusters }
  const blocked =
    kind === 'cluster' || kind === 'application' ? await read[kind](context, id) : null
  return blocked === null ? {} : { blocked }
}

export type ListInput = {
  readonly at: Moment
  /** Of a later page of an export: when the clusters were asked about for the first one. */
  readonly observed?: ObservedMoment | undefined
  readonly filter: Pick<
    ObjectQuery,
    'selector' | 'text' | 'sort' | 'team' | 'effect' | 'environment' | 'type' | 'key' | 'suspended'
  > & {
    /** Of clusters: only those that are so fresh; null: however fresh. */
    readonly freshness?: readonly Freshness[] | null
    readonly silence?: SilenceFilter | null
  }
  readonly after: ObjectPosition | null
  readonly limit: number
  /** What all of its objects are counted by, besides. */
  readonly facets?: FacetQuestion | null
}

export type ObjectList = Total & {
  readonly items: readonly Representation[]
  readonly facets: readonly FacetCounts[]
  /** Where the next page begins; null: this is the last one. */
  readonly next: ObjectPosition | null
  /** The change as of which this is read; a later page can be read `at` it. */
  readonly asOf: number
  readonly observed: ObservedMoment
}

/** Of kinds that list what nobody described, too. */
const PAGES: Readonly<Partial<Record<Kind, typeof listObjects>>> = {
  environment: listEnvironments,
  'cluster-type': listClusterTypes,
}

export function listUseCase(kind: Kind): ReadUseCase<ListInput, ObjectList> {
  return defineRead<ListInput, ObjectList>({
    name: `${kinds[kind].collection}.list`,
    load: () => asked({ kind: 'tenant' }),
    run: async (context, { at, filter, after, limit, facets, ...later }) => {
      const { scope } = context
      const { change, asOf } = await readMoment(context, at)
      const observed = later.observed ?? observedMoment(context, at)
      const time = { change, ...observed }
      if (filter.freshness && observed.isPast && !isFreshnessKept(context, observed)) {
        return { items: [], facets: [], next: null, ...exactly(0), asOf, observed }
      }
      const query = await objectQuery(context, kind, filter, time)
      const readPage = PAGES[kind] ?? listObjects
      const { rows, ...total } = await readPage(scope, query, { after, limit: limit + 1 })
      const items = rows.slice(0, limit)
      const ids = items.map(({ object }) => object)
      const statuses = await observedStatuses(
        context,
        { ...time, teams: countedTeams(context, kind), namespace: null },
        kind,
        ids,
      )
      const view = await sharedView(context, kind)
      const fleet = kind === 'cluster-type' && !observed.isPast ? await context.fleet() : null
      return {
        items: items.map((row) =>
          representRow(kind, row, {
            view,
            observed: fleet ? clustersOfType(fleet, row.name) : statuses.get(row.object),
            at: observed.observedAt,
          }),
        ),
        facets: facets ? await countFacets(context, query, time, facets) : [],
        next: rows.length > limit ? positionOf(items.at(-1)!) : null,
        ...total,
        asOf,
        observed,
      }
    },
  })
}

/** The filter that a list's parameters say. */
export function objectFilter({
  sort,
  q: text,
  labelSelector: selector = null,
  namespace: team = null,
  effect = null,
  environment = null,
  type = null,
  freshness = null,
  silence = null,
  key = null,
  suspended = null,
}: ObjectParameters): ListInput['filter'] {
  const ofFields = { effect, environment, type, key, suspended: suspended && suspended === 'true' }
  return { sort, text, selector, team, ...ofFields, freshness, silence }
}

/** What a list's filter asks the database for, among what the actor may see. */
export async function objectQuery(
  context: Context,
  kind: Kind,
  { freshness: among = null, silence = null, ...filter }: ListInput['filter'],
  time: ObservedTime,
): Promise<ObjectQuery> {
  const { change } = time
  const teams = readableTeams(context.actor)
  const shared =
    kind === 'application' && teams !== null
      ? sharedApplications(await context.fleet())
      : await concerningIds(context, kind, change)
  const planned = await amongPlanned(context, time, silence)
  return { kind, change, teams, shared, ...filter, freshness: among && { among, time }, planned }
}

/** Whose applications count in the states of an object: all that is placed of an application that may be seen. */
function countedTeams({ actor }: Context, kind: Kind): readonly string[] | null {
  return kind === 'application' ? null : readableTeams(actor)
}

export function positionOf({
  name,
  team,
  began,
  values,
}: Omit<ObjectPosition, 'team'> & Pick<ObjectRow, 'team'>): ObjectPosition {
  return { name, team: team ?? '', began, values }
}
