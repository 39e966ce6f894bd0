// What the page of an object shows: the object, where it runs or what runs there, and what changed it.
import { countObjects, loadObjects, readObject } from '#db/queries/objects.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import { applicationSide } from '#lib/domain/fleet/rules.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
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
import { branchOfCluster } from '../changes/plan.ts'
import { type Change, everyChange, listChangesUseCase } from '../changes/read.ts'
import { asked, type Context, defineUseCase, notFound } from '../define.ts'
import { readMoment } from '../moment.ts'
import {
  everyPlacement,
  type ListPlacementsInput,
  listPlacementsUseCase,
  type Placement,
} from '../placements/list.ts'
import type { Services } from '../services.ts'
import {
  manifestSettings,
  repositoryOf,
  type TenantRepository,
} from '../repository/tenant-repository.ts'
import { readsGitWithoutToken } from '../tokens/demo-reader.ts'
import { asRead, refFromPath, resourceOf } from './noun.ts'
import type { GetInput } from './read.ts'
import { storedObject } from './stored-object.ts'
import { applications as applicationVerbs } from './use-cases.ts'

const PLACEMENTS_SHOWN = 10
const CHANGES_SHOWN = 10
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
  readonly branch: string
  readonly pullUrl: string
  /** Whose token fills in the command; nobody's where git needs none to read. */
  readonly tokenOf: 'berth' | 'git-host' | 'nobody'
}

const reading = {
  read: asRead<GetInput>,
  permission: 'read',
  load: () => asked({ kind: 'tenant' }),
} as const

export const applicationDetailsUseCase = defineUseCase<GetInput, ObjectDetails<Application>>({
  ...reading,
  name: 'applications.details',
  run: (context, input) =>
    readDetails(context, 'application', input, ({ team, name }) => ({
      namespace: team,
      application: name,
    })),
})

export const clusterDetailsUseCase = defineUseCase<
  GetInput,
  ObjectDetails<Cluster> & { readonly onboarding: Onboarding }
>({
  ...reading,
  name: 'clusters.details',
  run: async (context, input) => {
    const details = await readDetails(context, 'cluster', input, ({ name }) => ({ cluster: name }))
    return { ...details, onboarding: await onboardingOf(context, details.object) }
  },
})

export const policyDetailsUseCase = defineUseCase<
  GetInput,
  ObjectDetails<TargetPolicy> & {
    /** How many objects each selector matches. */
    readonly matches: { readonly applications: number; readonly clusters: number }
  }
>({
  ...reading,
  name: 'target-policies.details',
  run: async (context, input) => {
    const details = await readDetails(context, 'target-policy', input, ({ name }) => ({
      policy: name,
    }))
    const { clusterSelector } = details.object
    const { change } = await readMoment(context.scope, input.at)
    const count = (kind: Kind, selector: Selector) =>
      countObjects(context.scope, {
        kind,
        change,
        selector,
        text: null,
        teams: readableTeams(context.actor),
        sort: { by: 'name', descending: false },
      })
    const matches = {
      applications: await count('application', applicationSide(details.object)),
      clusters: await count('cluster', clusterSelector),
    }
    return { ...details, matches }
  },
})

export const teamDetailsUseCase = defineUseCase<
  GetInput,
  ObjectDetails<Team> & {
    readonly applications: Shown<ModelObject>
    readonly policies: readonly TargetPolicy[]
  }
>({
  ...reading,
  name: 'teams.details',
  run: async (context, input) => {
    const details = await readDetails(context, 'team', input, ({ name }) => ({ namespace: name }))
    const { name } = details.object
    const { items, total, totalIsExact } = await applicationVerbs.list.within(context, {
      at: input.at,
      filter: {
        selector: { kind: 'terms', terms: [{ key: 'namespace', operator: '=', values: [name] }] },
        text: null,
        sort: { by: 'name', descending: false },
      },
      after: null,
      limit: APPLICATIONS_SHOWN,
    })
    const applications = { items: items.map(({ object }) => object), total, totalIsExact }
    return { ...details, applications, policies: await policiesOf(context, name, input) }
  },
})

async function readDetails<K extends Kind>(
  context: Context,
  kind: K,
  { ref, at }: GetInput,
  placementsOf: (object: ObjectOfKind<K>) => Partial<ListPlacementsInput['filter']>,
): Promise<ObjectDetails<ObjectOfKind<K>>> {
  const { change } = await readMoment(context.scope, at)
  const reach = { change, teams: readableTeams(context.actor) }
  const row = await readObject(context.scope, refFromPath(kind, ref), reach)
  if (!row) throw notFound()
  const object = storedObject(kind, row.body)
  context.authorize('read', resourceOf(object))
  const { name, team } = refOf(object)
  return {
    object,
    change: row.began,
    since: row.since,
    placements: await listPlacementsUseCase.within(context, {
      at,
      filter: { ...everyPlacement, ...placementsOf(object) },
      after: null,
      limit: PLACEMENTS_SHOWN,
    }),
    changes: await listChangesUseCase.within(context, {
      at,
      filter: { ...everyChange, kind, name, namespace: team },
      before: null,
      limit: CHANGES_SHOWN,
    }),
  }
}

async function onboardingOf(context: Context, cluster: Cluster): Promise<Onboarding> {
  const { services, tenant } = context
  const repository = await repositoryOf(context)
  const settings = manifestSettings(services, tenant, repository)
  const branch = branchOfCluster(repository, cluster)
  return {
    ...reconcilerOf(cluster).manualSteps(cluster, branch, settings),
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
  team: string,
  { at }: GetInput,
): Promise<TargetPolicy[]> {
  const { change } = await readMoment(scope, at)
  const bodies = await loadObjects(scope, 'target-policy', null, change)
  return [...bodies.values()]
    .map((body) => storedObject('target-policy', body))
    .filter((policy) => policy.team === team)
    .sort((a, b) => compareText(a.name, b.name))
}
