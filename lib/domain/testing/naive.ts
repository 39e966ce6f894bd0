// The rules of the domain as plainly as possible, with nested loops and no thought of speed. Tests of targeting and impact
// compare the real code with them.
import type { DecisionEdit, Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { selectorMatches } from '#lib/domain/labels/selector.ts'
import type { Target } from '#lib/domain/objects/application/target.ts'
import { applicationLabels } from '#lib/domain/objects/application/application.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import { clusterLabels } from '#lib/domain/objects/cluster/cluster.ts'
import { DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { byKind, type Kind } from '#lib/domain/objects/kinds.ts'
import type { ObjectOfKind } from '#lib/domain/objects/object-json.ts'
import { variantOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { type Bits, idsIn } from '#lib/domain/sets/bits.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { naivelyTold } from './naive-told.ts'
import type {
  Application,
  Cluster,
  ModelObject,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'

type Objects = { readonly [K in Kind]: ReadonlyMap<number, ObjectOfKind<K>> }

type Decided = DecisionEdit & { readonly after: Bits }

export type Model = {
  readonly objects: Objects
  /** By id. */
  readonly releases: ReadonlyMap<number, Release>
  /** What was decided, by `policy application`, as ids. */
  readonly decisions: ReadonlyMap<string, Decided>
  readonly nextIds: Readonly<Record<Kind | 'release', number>>
}

export function emptyModel(): Model {
  return {
    objects: byKind(() => new Map()),
    releases: new Map(),
    decisions: new Map(),
    nextIds: { ...byKind(() => 0), release: 0 },
  }
}

export function modelWith(model: Model, edits: readonly Edit[]): Model {
  const objects = byKind((kind) => new Map<number, ModelObject>(model.objects[kind]))
  const releases = new Map(model.releases)
  const decisions = new Map(model.decisions)
  const nextIds = { ...model.nextIds }
  for (const edit of edits) {
    if (edit.kind === 'decision') {
      const { after } = edit
      if (after === null) decisions.delete(`${edit.policy} ${edit.application}`)
      else decisions.set(`${edit.policy} ${edit.application}`, { ...edit, after })
      continue
    }
    nextIds[edit.kind] = Math.max(nextIds[edit.kind], edit.id + 1)
    if (edit.kind === 'release') {
      if (edit.after === null) releases.delete(edit.id)
      else releases.set(edit.id, edit.after)
    } else if (edit.after === null) objects[edit.kind].delete(edit.id)
    else objects[edit.kind].set(edit.id, edit.after)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an edit's object is of the edit's kind
  return { objects: objects as Model['objects'], releases, decisions, nextIds }
}

export function policyReaches(
  model: Model,
  policy: TargetPolicy,
  application: Application,
  cluster: Cluster,
): boolean {
  return (
    !policy.suspended &&
    naivelyEligible(policy, application, cluster) &&
    ((policy.scheduler === null && policy.pick === null) ||
      isChosen(model, policy, application, cluster))
  )
}

function isChosen(
  { objects, decisions }: Model,
  policy: TargetPolicy,
  application: Application,
  cluster: Cluster,
): boolean {
  const place = `${idIn(objects['target-policy'], policy)} ${idIn(objects.application, application)}`
  const chosen = decisions.get(place)?.after
  return chosen !== undefined && idsIn(chosen).includes(idIn(objects.cluster, cluster)!)
}

function idIn<O>(byId: ReadonlyMap<number, O>, object: O): number | undefined {
  return [...byId].find(([, each]) => each === object)?.[0]
}

/** Whether a policy, suspended or not, may place an application on a cluster as far as itself says. */
export function naivelyEligible(policy: TargetPolicy, application: Application, cluster: Cluster) {
  return (
    (policy.team === null || policy.team === application.team) &&
    selectorMatches(policy.appSelector, applicationLabels(application)) &&
    selectorMatches(policy.clusterSelector, clusterLabels(cluster)) &&
    (policy.target === null ||
      application.targets.some(
        ({ name, environment }) => name === policy.target && environment === cluster.environment,
      ))
  )
}

/** The target that a pair has; null: none. Of two, the one that stands first among the application's. */
export function naiveTarget(
  model: Model,
  application: Application,
  cluster: Cluster,
): Target | null {
  for (const target of application.targets) {
    if (target.environment !== cluster.environment) continue
    for (const policy of model.objects['target-policy'].values()) {
      if (policy.target === target.name && policyReaches(model, policy, application, cluster))
        return target
    }
  }
  return null
}

export function naiveTeam({ objects }: Model, application: Application): Team | undefined {
  return [...objects.team.values()].find((team) => team.name === application.team)
}

export function naivePolicies(
  model: Model,
  effect: 'include' | 'exclude',
  application: Application,
  cluster: Cluster,
): string[] {
  return [...model.objects['target-policy'].values()]
    .filter((policy) => policy.effect === effect)
    .filter((policy) => policyReaches(model, policy, application, cluster))
    .map((policy) => policy.name)
    .sort()
}

export function naivelyPlaced(model: Model, application: Application, cluster: Cluster): boolean {
  return (
    naivelyUsable(model, application, cluster) &&
    naivePolicies(model, 'include', application, cluster).length > 0 &&
    naivePolicies(model, 'exclude', application, cluster).length === 0
  )
}

/** Whether an application's team is there and may use a cluster. */
export function naivelyUsable(model: Model, application: Application, cluster: Cluster): boolean {
  const team = naiveTeam(model, application)
  if (team === undefined) return false
  const { clusterBoundary } = team
  return clusterBoundary === null || selectorMatches(clusterBoundary, clusterLabels(cluster))
}

/** The ids of the clusters of each application. */
export function naivePlacements(model: Model): Map<number, number[]> {
  const placements = new Map<number, number[]>()
  for (const [id, application] of model.objects.application) {
    const placed = [...model.objects.cluster].filter(([, cluster]) =>
      naivelyPlaced(model, application, cluster),
    )
    placements.set(
      id,
      placed.map(([clusterId]) => clusterId).sort((a, b) => a - b),
    )
  }
  return placements
}

/** The release that a cluster has of a managed application; null: none. */
export function naiveRelease(model: Model, application: number, cluster: number): Release | null {
  const { environment } = model.objects.cluster.get(cluster)!
  let base: Release | null = null
  let ahead: Release | null = null
  let held: Release | null = null
  for (const [, release] of [...model.releases].sort(([one], [other]) => one - other)) {
    if (release.application !== application || release.environment !== environment) continue
    if (release.clusters === null) base = release
    else if (!idsIn(release.clusters).includes(cluster)) continue
    else if (release.hold) held = release
    else ahead = release
  }
  return held ?? ahead ?? base
}

/** An application with the source from which a cluster where it is placed gets it; null: it has no release there. */
export function naivelyDelivered(model: Model, id: number, cluster: number): Application | null {
  if (!isManaged(model.objects.application.get(id)!)) return naivelyFrom(model, id, cluster, null)
  const release = naiveRelease(model, id, cluster)
  return release && naivelyFrom(model, id, cluster, release)
}

/** What of a release says from which source it delivers. */
export type NaiveOrigin = Pick<Release, 'version' | 'source' | 'targets'>

/** An application as it comes from a release to a cluster where it is placed; `release` null: it isn't managed. */
export function naivelyFrom(
  model: Model,
  id: number,
  cluster: number,
  release: NaiveOrigin | null,
): Application {
  const application = model.objects.application.get(id)!
  const own = { ...application, ...release?.source }
  const target = naiveTarget(model, application, model.objects.cluster.get(cluster)!)
  if (target === null) return own
  if (release === null) return { ...own, repoPath: target.repoPath }
  const isOfVersion = release.targets !== null || release.version !== null
  const repoPath = release.targets?.[target.name] ?? (isOfVersion ? own : target).repoPath
  return { ...own, repoPath }
}

/** Branch, then path, then text. */
export type Tree = Map<string, Map<string, string>>

/** The cluster with what the type of its name says, or the type default as it comes. */
export function naivelyTyped(model: Model, cluster: Cluster): TypedCluster {
  const types = [...model.objects['cluster-type'].values()]
  const type = types.find(({ name }) => name === (cluster.type ?? 'default')) ?? DEFAULT_TYPE
  const { reconciler, settings } = type
  return {
    ...cluster,
    reconciler,
    argocdNamespace: cluster.argocdNamespace ?? settings.namespace,
    defaultProject: cluster.defaultProject ?? settings.defaultProject,
  }
}

export function tellersOf({ objects }: Model) {
  return { configs: objects.config.values(), schemas: objects['config-schema'].values() }
}

/** Every file of the fleet. */
export function naiveTree(model: Model, render: FileRenderer): Tree {
  const tree: Tree = new Map()
  for (const [clusterId, plain] of model.objects.cluster) {
    const cluster = naivelyTyped(model, plain)
    const files = tree.get(render.branch(cluster)) ?? new Map<string, string>()
    tree.set(render.branch(cluster), files)
    const folder = `clusters/${cluster.name}`
    files.set(`bootstrap/${cluster.name}.yaml`, render.bootstrap(cluster))
    for (const [file, text] of render.base(cluster)) files.set(`${folder}/base/${file}`, text)
    for (const [id, application] of model.objects.application) {
      const team = naiveTeam(model, application)
      if (team === undefined || !naivelyPlaced(model, application, plain)) continue
      const delivered = naivelyDelivered(model, id, clusterId)
      if (delivered) {
        const told = naivelyTold(tellersOf(model), application, plain)
        const file = `${team.name}/${application.name}`
        const variant = variantOf(cluster)
        files.set(`${folder}/apps/${file}.yaml`, render.application(delivered, variant, told))
        if (told) files.set(`${folder}/config/${file}.yml`, render.config(delivered, variant, told))
      }
      for (const [file, text] of render.team(team, variantOf(cluster))) {
        files.set(`${folder}/teams/${team.name}/${file}`, text)
      }
    }
  }
  return tree
}

/** The tree after an edit: where a cluster moves, its old folder stays except for the root. */
export function naiveTreeAfter(before: Model, after: Model, render: FileRenderer): Tree {
  const old = naiveTree(before, render)
  const tree = naiveTree(after, render)
  for (const left of before.objects.cluster.values()) {
    for (const cluster of after.objects.cluster.values()) {
      const branch = render.branch(left)
      if (left.name !== cluster.name || branch === render.branch(cluster)) continue
      const files = tree.get(branch) ?? new Map<string, string>()
      tree.set(branch, files)
      const folder = `clusters/${cluster.name}/`
      for (const [path, text] of old.get(branch)!) {
        if (path.startsWith(folder)) files.set(path, text)
      }
      files.set(
        `${folder}base/root.yaml`,
        render.base(naivelyTyped(after, cluster)).get('root.yaml')!,
      )
    }
  }
  return tree
}

export type NaiveChange = {
  readonly branch: string
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  readonly effect: 'added' | 'removed' | 'modified'
}

/** Every path with another text, by branch and path. */
export function naiveDiff(before: Tree, after: Tree): NaiveChange[] {
  const changes: NaiveChange[] = []
  for (const branch of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const old = before.get(branch) ?? new Map<string, string>()
    const files = after.get(branch) ?? new Map<string, string>()
    for (const path of [...new Set([...old.keys(), ...files.keys()])].sort()) {
      const [was, is] = [old.get(path) ?? null, files.get(path) ?? null]
      if (was === is) continue
      const effect = was === null ? 'added' : is === null ? 'removed' : 'modified'
      changes.push({ branch, path, before: was, after: is, effect })
    }
  }
  return changes
}
