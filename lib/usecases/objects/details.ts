// What the page of an object shows whichever part of it is open, and what is in a team.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { typedAfter } from '../clusters/typed.ts'
import { countObjects, loadObjects } from '#db/queries/objects.ts'
import { type Pin, readPin } from '#db/queries/ran-commits.ts'
import { can, readableTeams } from '#lib/domain/access/permissions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { applicationSide } from '#lib/domain/fleet/rules.ts'
import { targetsOf } from '#lib/domain/fleet/targets.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { isSameUse, type Target } from '#lib/domain/objects/application/target.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import type {
  Application,
  Cluster,
  ModelObject,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'
import type { ManualSteps } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { reconcilerOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { countBits, NO_BITS } from '#lib/domain/sets/bits.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import { branchOfCluster } from '../changes/plan.ts'
import { type Context, defineRead } from '../define.ts'
import { type GitTokenOf, gitTokenOf } from '../repository/git-token.ts'
import { manifestSettings, repositoryOf } from '../repository/tenant-repository.ts'
import { type FoundObject, type GetInput, loadObject } from './read.ts'
import { storedObject } from './stored-object.ts'
import { applications as applicationVerbs } from './use-cases.ts'

const APPLICATIONS_SHOWN = 100

export type ObjectDetails<O extends ModelObject> = {
  readonly object: O
  /** The change that brought it to this state, and when. */
  readonly change: number
  readonly since: Date
}

/** What a person does once so that a cluster pulls. */
export type Onboarding = ManualSteps & {
  /** What people call the reconciler of the cluster. */
  readonly reconciler: string
  readonly branch: string
  readonly pullUrl: string
  /** Whose token the command needs; nobody's where git needs none to read. */
  readonly tokenOf: GitTokenOf
}

export type ApplicationDetails = ObjectDetails<Application> & {
  /** The roll back that pinned it; null: none did, or it is shown as it was. */
  readonly pin: Pin | null
  /** Whether the actor may see what its team sees of it; otherwise that team shows it to the whole tenant. */
  readonly isOwn: boolean
  /** Its targets in their order, each with the number of clusters that have it; null: of the past, where nobody counts. */
  readonly targets: readonly { readonly target: Target; readonly clusters: number | null }[]
}

export const applicationDetailsUseCase = defineRead<
  GetInput,
  ApplicationDetails,
  GetInput,
  FoundObject<'application'>
>({
  name: 'applications.details',
  load: loadObject('application'),
  run: async (context, { at }, found) => {
    const { scope, actor } = context
    const { targets } = found.object
    return {
      ...detailsOf(found),
      pin: at === null ? await readPin(scope, found.id) : null,
      isOwn: can(actor, 'read', { kind: 'application', team: found.object.team }),
      targets:
        at === null
          ? countedTargets(await context.fleet(), found)
          : targets.map((target) => ({ target, clusters: null })),
    }
  },
})

function countedTargets(
  fleet: Fleet,
  { id, object }: FoundObject<'application'>,
): ApplicationDetails['targets'] {
  const targeted = [...targetsOf(fleet, id)]
  return object.targets.map((target) => {
    const [, clusters = NO_BITS] = targeted.find(([each]) => isSameUse(each, target)) ?? []
    return { target, clusters: countBits(clusters) }
  })
}

export const clusterDetailsUseCase = defineRead<
  GetInput,
  ObjectDetails<Cluster> & {
    /** With what its type says. */
    readonly typed: TypedCluster
    readonly onboarding: Onboarding
  },
  GetInput,
  FoundObject<'cluster'>
>({
  name: 'clusters.details',
  load: loadObject('cluster'),
  run: async (context, _, found) => {
    const typed = await typedAfter(context.scope, found.object, found.change)
    return { ...detailsOf(found), typed, onboarding: await onboardingOf(context, typed) }
  },
})

export const policyDetailsUseCase = defineRead<
  GetInput,
  ObjectDetails<TargetPolicy> & {
    readonly matches: { readonly applications: number; readonly clusters: number }
  },
  GetInput,
  FoundObject<'target-policy'>
>({
  name: 'target-policies.details',
  load: loadObject('target-policy'),
  run: async (context, _, found) => {
    const { object, change } = found
    const count = (kind: Kind, selector: Selector) =>
      countObjects(context.scope, {
        kind,
        change,
        selector,
        text: null,
        teams: readableTeams(context.actor),
        sort: BY_NAME,
      })
    return {
      ...detailsOf(found),
      matches: {
        applications: await count('application', applicationSide(object)),
        clusters: await count('cluster', object.clusterSelector),
      },
    }
  },
})

export const teamDetailsUseCase = defineRead<
  GetInput,
  ObjectDetails<Team>,
  GetInput,
  FoundObject<'team'>
>({
  name: 'teams.details',
  load: loadObject('team'),
  run: async (_, __, found) => detailsOf(found),
})

export type TeamContents = {
  readonly applications: Total & { readonly items: readonly ModelObject[] }
  readonly policies: readonly TargetPolicy[]
}

export const teamContentsUseCase = defineRead<
  GetInput,
  TeamContents,
  GetInput,
  FoundObject<'team'>
>({
  name: 'teams.contents',
  load: loadObject('team'),
  run: async (context, { at }, found) => {
    const { name } = found.object
    const { items, total, totalIsExact } = await applicationVerbs.list.within(context, {
      at,
      filter: {
        selector: { kind: 'terms', terms: [{ key: 'namespace', operator: '=', values: [name] }] },
        text: null,
        sort: BY_NAME,
      },
      after: null,
      limit: APPLICATIONS_SHOWN,
    })
    return {
      applications: { items: items.map(({ object }) => object), total, totalIsExact },
      policies: await policiesOf(context, found),
    }
  },
})

function detailsOf<K extends Kind>({
  object,
  began: change,
  since,
}: FoundObject<K>): ObjectDetails<ObjectOfKind<K>> {
  return { object, change, since }
}

async function onboardingOf(context: Context, cluster: TypedCluster): Promise<Onboarding> {
  const { services, tenant } = context
  const repository = await repositoryOf(context)
  const settings = manifestSettings(services, tenant, repository)
  const branch = branchOfCluster(repository, cluster)
  const { title, manualSteps } = reconcilerOf(cluster)
  return {
    ...manualSteps(cluster, branch, settings),
    reconciler: title,
    branch,
    pullUrl: settings.pullUrl,
    tokenOf: gitTokenOf(services, repository),
  }
}

async function policiesOf(
  { scope }: Context,
  { object: team, change }: FoundObject<'team'>,
): Promise<TargetPolicy[]> {
  const bodies = await loadObjects(scope, 'target-policy', { owners: [team.name] }, change)
  return [...bodies.values()]
    .map((body) => storedObject('target-policy', body))
    .sort((a, b) => compareText(a.name, b.name))
}
