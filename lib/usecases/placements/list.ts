import { loadObjects, readObject } from '#db/queries/objects.ts'
import { listPlacements } from '#db/queries/placement-lists.ts'
import type { PlacementCursor, PlacementQuery, PlacementRow } from '#db/queries/placement-query.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import { exactly, type Total } from '#lib/domain/lists/total.ts'
import type { Application, TargetPolicy } from '#lib/domain/objects/objects.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { asked, type Context, defineUseCase } from '../define.ts'
import { inTurns } from '../in-turns.ts'
import { type Moment, readMoment } from '../moment.ts'
import { asRead } from '../objects/noun.ts'
import { storedObject } from '../objects/stored-object.ts'

export type { PlacementCursor }

export type ListPlacementsInput = {
  readonly at: Moment
  readonly filter: Pick<
    PlacementQuery,
    'namespace' | 'application' | 'cluster' | 'clusterSelector' | 'text' | 'descending'
  > & { readonly policy: string | null }
  readonly after: PlacementCursor | null
  readonly limit: number
  /** A page of an export: nobody asks how many rows there are. */
  readonly isExport?: boolean
}

/** The filter that keeps all. */
export const everyPlacement: ListPlacementsInput['filter'] = {
  namespace: null,
  application: null,
  cluster: null,
  clusterSelector: null,
  text: null,
  descending: false,
  policy: null,
}

export type Placement = PlacementRow & {
  /** The names of the policies that give it, sorted. */
  readonly policies: readonly string[]
}

export type PlacementList = Total & {
  readonly items: readonly Placement[]
  readonly next: PlacementCursor | null
  /** The change after which this is; a later page can be read `at` it. */
  readonly asOf: number
}

export const listPlacementsUseCase = defineUseCase<ListPlacementsInput, PlacementList>({
  name: 'placements.list',
  read: asRead,
  // What no index finds: through all names, and back through all changes.
  isHeavy: ({ at, filter, isExport }) =>
    isExport === true || at !== null || (filter.text ?? null) !== null,
  permission: 'read',
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { at, filter, after, limit, isExport }) => {
    const { scope, actor } = context
    const { change, asOf } = await readMoment(scope, at)
    const { policy, ...columns } = filter
    const selectedBy = policy === null ? null : await policySelection(context, policy, change)
    if (selectedBy === 'nothing') return { items: [], next: null, ...exactly(0), asOf }
    const query = { change, selectedBy, teams: readableTeams(actor), ...columns }
    const { rows, ...total } = await listPlacements(scope, query, {
      after,
      limit: limit + 1,
      isCounted: isExport !== true,
    })
    const page = rows.slice(0, limit)
    return {
      items: await withPolicies(context, page, change),
      next: rows.length > limit ? page.at(-1)! : null,
      ...total,
      asOf,
    }
  },
})

/** The pairs that a policy selects; nothing for one that isn't there to see, is suspended or excludes. */
async function policySelection(
  { scope, actor }: Context,
  name: string,
  change: number | null,
): Promise<PlacementQuery['selectedBy'] | 'nothing'> {
  const reach = { change, teams: readableTeams(actor) }
  const row = await readObject(scope, { kind: 'target-policy', team: null, name }, reach)
  if (!row) return 'nothing'
  const policy = storedObject('target-policy', row.body)
  if (policy.suspended || policy.effect === 'exclude') return 'nothing'
  return { app: policy.appSelector, cluster: policy.clusterSelector, team: policy.team }
}

/** Adds the policies as they were: they follow from the selectors, so no placement keeps them. */
async function withPolicies(
  { scope }: Context,
  rows: readonly PlacementRow[],
  change: number | null,
): Promise<Placement[]> {
  const [policies, applications, clusters] = await Promise.all([
    loadObjects(scope, 'target-policy', null, change),
    loadObjects(
      scope,
      'application',
      [...new Set(rows.map(({ applicationId }) => applicationId))],
      change,
    ),
    loadObjects(scope, 'cluster', [...new Set(rows.map(({ clusterId }) => clusterId))], change),
  ])
  const including = [...policies.values()]
    .map((body) => storedObject('target-policy', body))
    .filter((policy) => policy.effect === 'include' && !policy.suspended)
    .sort((a, b) => compareText(a.name, b.name))
  const ofApplication = new Map<number, readonly TargetPolicy[]>()
  const placements: Placement[] = []
  for await (const row of inTurns(rows)) {
    const cluster = clusterLabels(storedObject('cluster', clusters.get(row.clusterId)))
    let selecting = ofApplication.get(row.applicationId)
    if (selecting === undefined) {
      const application = storedObject('application', applications.get(row.applicationId))
      selecting = including.filter((policy) => selectsApplication(policy, application))
      ofApplication.set(row.applicationId, selecting)
    }
    const policies = selecting.filter((policy) => selectorMatches(policy.clusterSelector, cluster))
    placements.push({ ...row, policies: policies.map(({ name }) => name) })
  }
  return placements
}

function selectsApplication(policy: TargetPolicy, application: Application): boolean {
  return (
    (policy.team === null || policy.team === application.team) &&
    selectorMatches(policy.appSelector, applicationLabels(application))
  )
}
