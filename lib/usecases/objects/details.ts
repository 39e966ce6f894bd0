// What the page of an object shows: the object, where it runs or what runs there, and what changed it.
import { countObjects, loadObjects } from '#db/queries/objects.ts'
import { type Pin, readPin } from '#db/queries/ran-commits.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { applicationSide } from '#lib/domain/fleet/rules.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import { BY_NAME } from '#lib/domain/lists/orders.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import { isPlaced, type Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import {
  type Application,
  type Cluster,
  type ModelObject,
  refOf,
  type TargetPolicy,
  type Team,
} from '#lib/domain/objects/objects.ts'
import type { ManualSteps } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import { reconcilerOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'
import type { VersionJson } from '#lib/schemas/version.ts'
import { branchOfCluster } from '../changes/plan.ts'
import { type Change, everyChange, listChangesUseCase } from '../changes/read.ts'
import { type Context, defineRead } from '../define.ts'
import {
  everyPlacement,
  type ListPlacementsInput,
  listPlacementsUseCase,
  type Placement,
} from '../placements/list.ts'
import type { Services } from '../services.ts'
import { listVersionsUseCase } from '../versions/read.ts'
import {
  manifestSettings,
  repositoryOf,
  type TenantRepository,
} from '../repository/tenant-repository.ts'
import { readsGitWithoutToken } from '../tokens/demo-reader.ts'
import { type FoundObject, type GetInput, loadObject } from './read.ts'
import { storedObject } from './stored-object.ts'
import { applications as applicationVerbs } from './use-cases.ts'

const PLACEMENTS_SHOWN = 10
const CHANGES_SHOWN = 10
const VERSIONS_SHOWN = 5
const APPLICATIONS_SHOWN = 100

type Shown<Item> = Total & { readonly items: readonly Item[] }

export type ObjectDetails<O extends ModelObject> = {
  readonly object: O
  /** The change that brought it to this state, and when. */
  readonly change: number
  readonly since: Date
  readonly placements: Shown<Placement>
  readonly changes: Shown<Change>
}

/** What a person does once so that a cluster pulls. */
export type Onboarding = ManualSteps & {
  /** What people call the reconciler of the cluster. */
  readonly reconciler: string
  readonly branch: string
  readonly pullUrl: string
  /** Whose token the command needs; nobody's where git needs none to read. */
  readonly tokenOf: 'berth' | 'git-host' | 'nobody'
}

/** What is there now without being placed. */
type WithLeft = { readonly left: Shown<Placement> }

export type ApplicationDetails = ObjectDetails<Application> &
  WithLeft & {
    /** The roll back that pinned it; null: none did, or it is shown as it was. */
    readonly pin: Pin | null
    /** The newest that were announced by then. */
    readonly versions: Shown<VersionJson>
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
    const { team, name } = found.object
    const where = { namespace: team, application: name }
    return {
      ...(await readDetails(context, at, found, where)),
      left: await readLeft(context, at, where),
      pin: at === null ? await readPin(context.scope, found.id) : null,
      versions: await listVersionsUseCase.within(context, {
        ref: { namespace: team, name },
        at,
        filter: { text: null, descending: true },
        after: null,
        limit: VERSIONS_SHOWN,
      }),
    }
  },
})

export const clusterDetailsUseCase = defineRead<
  GetInput,
  ObjectDetails<Cluster> & WithLeft & { readonly onboarding: Onboarding },
  GetInput,
  FoundObject<'cluster'>
>({
  name: 'clusters.details',
  load: loadObject('cluster'),
  run: async (context, { at }, found) => ({
    ...(await readDetails(context, at, found, { cluster: found.object.name })),
    left: await readLeft(context, at, { cluster: found.object.name }),
    onboarding: await onboardingOf(context, found.object),
  }),
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
  run: async (context, { at }, found) => {
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
      ...(await readDetails(context, at, found, { policy: object.name })),
      matches: {
        applications: await count('application', applicationSide(object)),
        clusters: await count('cluster', object.clusterSelector),
      },
    }
  },
})

export const teamDetailsUseCase = defineRead<
  GetInput,
  ObjectDetails<Team> & {
    readonly applications: Shown<ModelObject>
    readonly policies: readonly TargetPolicy[]
  },
  GetInput,
  FoundObject<'team'>
>({
  name: 'teams.details',
  load: loadObject('team'),
  run: async (context, { at }, found) => {
    const { name } = found.object
    const details = await readDetails(context, at, found, { namespace: name })
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
    const applications = { items: items.map(({ object }) => object), total, totalIsExact }
    return { ...details, applications, policies: await policiesOf(context, found) }
  },
})

async function readDetails<K extends Kind>(
  context: Context,
  at: GetInput['at'],
  { object, began, since }: FoundObject<K>,
  where: Partial<ListPlacementsInput['filter']>,
): Promise<ObjectDetails<ObjectOfKind<K>>> {
  const { kind, name, team } = refOf(object)
  const { items, total, totalIsExact } = await listPlacementsUseCase.within(context, {
    at,
    filter: { ...everyPlacement, ...where },
    after: null,
    limit: PLACEMENTS_SHOWN,
  })
  return {
    object,
    change: began,
    since,
    placements: { items, total, totalIsExact },
    changes: await listChangesUseCase.within(context, {
      at,
      filter: isPlaced(kind)
        ? { ...everyChange, object: refOf(object) }
        : { ...everyChange, kind, name, namespace: team },
      before: null,
      limit: CHANGES_SHOWN,
    }),
  }
}

async function readLeft(
  context: Context,
  at: GetInput['at'],
  where: Partial<ListPlacementsInput['filter']>,
): Promise<Shown<Placement>> {
  const { items, total, totalIsExact } = await listPlacementsUseCase.within(context, {
    at,
    filter: { ...everyPlacement, ...where, placed: false },
    after: null,
    limit: PLACEMENTS_SHOWN,
  })
  return { items, total, totalIsExact }
}

async function onboardingOf(context: Context, cluster: Cluster): Promise<Onboarding> {
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
    tokenOf: tokenOf(services, repository),
  }
}

function tokenOf(services: Services, { repoUrl }: TenantRepository): Onboarding['tokenOf'] {
  if (repoUrl !== null) return 'git-host'
  return readsGitWithoutToken(services) ? 'nobody' : 'berth'
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
