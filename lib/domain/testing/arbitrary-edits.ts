// Random small fleets, and edits of them.
import * as fc from 'fast-check'
import type { Edit, ObjectEdit } from '#lib/domain/fleet/fleet-state.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { isManaged } from '#lib/domain/objects/application/managed.ts'
import type { Application, ModelObject } from '#lib/domain/objects/objects.ts'
import { type Release, sourceOf } from '#lib/domain/releases/release.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import {
  application,
  cluster,
  clusterType,
  config,
  configSchema,
  modelObject,
  policy,
  team,
} from './arbitraries.ts'
import { emptyModel, type Model, modelWith, naivePlacements, naiveRelease } from './naive.ts'

/** A random action of a person; which object it edits depends on what exists. */
type ObjectAction = {
  readonly verb: 'create' | 'replace' | 'delete' | 'recreate'
  readonly pick: number
  readonly body: ModelObject
}

/** A release of a managed application, the end of one, or a cluster’s hold. */
type ReleaseAction =
  | {
      readonly verb: 'release'
      readonly pick: number
      readonly release: Pick<
        Release,
        'environment' | 'version' | 'source' | 'targets' | 'current' | 'rollout'
      >
      /** The set has one in so many of the clusters; null: it is a base or, where others are needed, a current set of all. */
      readonly oneIn: number | null
    }
  | { readonly verb: 'end'; readonly pick: number }
  | { readonly verb: 'hold'; readonly pick: number }

/** What is decided of an application for a policy that needs it; of one cluster in so many, or null: nothing any more. */
type DecisionAction = {
  readonly verb: 'decide'
  readonly pick: number
  readonly oneIn: number | null
}

export type Action = ObjectAction | ReleaseAction | DecisionAction

const objectAction: fc.Arbitrary<ObjectAction> = fc.record({
  verb: fc.constantFrom('create', 'create', 'replace', 'replace', 'replace', 'delete', 'recreate'),
  pick: fc.nat(100),
  body: modelObject,
})

const SOURCE = { repoUrl: 'https://git.example/app', repoPath: 'deploy', packaging: null }

/** A version has one source; that of version 1 is also a branch's. */
const released = fc.record({
  environment: fc.constantFrom('', 'qa', 'qa', 'prod', 'prod'),
  version: fc.constantFrom(null, 1, 2, 3),
  current: fc.constantFrom(false, false, true),
  rollout: fc.constantFrom(null, 1, 2),
})

/** A version has one map of targets. */
function targetsOf(version: number | null): Release['targets'] {
  if (version === 1) return { early: 'early-1' }
  return version === 2 ? {} : null
}

const releaseAction: fc.Arbitrary<ReleaseAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('release' as const),
      pick: fc.nat(100),
      release: released.map((given) => ({
        ...given,
        source: { ...SOURCE, repoBranch: `${given.version ?? 2}` },
        targets: targetsOf(given.version),
      })),
      oneIn: fc.constantFrom(null, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('end' as const), pick: fc.nat(100) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('hold' as const), pick: fc.nat(100) }),
  },
)

const decisionAction: fc.Arbitrary<DecisionAction> = fc.record({
  verb: fc.constant('decide' as const),
  pick: fc.nat(100),
  oneIn: fc.constantFrom(null, 1, 2, 3),
})

export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: objectAction },
  { weight: 1, arbitrary: releaseAction },
  { weight: 1, arbitrary: decisionAction },
)

/** So many that sets follow upon holds of the same clusters. */
export const manyReleases = fc.array(releaseAction, { minLength: 8, maxLength: 16, size: 'max' })

export const actions = fc.array(action, { minLength: 1, maxLength: 4 })

const someClusters = fc.oneof(
  fc.array(cluster, { maxLength: 8 }),
  fc.array(cluster, { minLength: 60, maxLength: 120 }),
)

/** A fleet to start from, mostly with something placed, and often with releases and decisions. */
export const model: fc.Arbitrary<Model> = fc
  .tuple(
    fc.array(team, { minLength: 2, maxLength: 6 }),
    someClusters,
    fc.array(clusterType, { maxLength: 4 }),
    fc.array(application, { minLength: 1, maxLength: 10 }),
    fc.array(policy, { minLength: 1, maxLength: 8 }),
    fc.array(config, { maxLength: 6 }),
    fc.array(configSchema, { maxLength: 4 }),
    fc.array(releaseAction, { maxLength: 8 }),
    fc.array(decisionAction, { maxLength: 12 }),
  )
  .map(([teams, clusters, types, applications, policies, configs, schemas, ...chosen]) => {
    const [releases, decisions] = chosen
    const told = [...configs, ...schemas]
    const creations = [...teams, ...types, ...clusters, ...applications, ...policies, ...told].map(
      (body): Action => ({ verb: 'create', pick: 0, body }),
    )
    const actions = [...creations, ...releases, ...decisions]
    return modelWith(emptyModel(), editsOf(emptyModel(), actions))
  })

/** The actions as edits of a model, at most one of each object; an impossible action is left out. */
export function editsOf(model: Model, actions: readonly Action[]): Edit[] {
  const edits: Edit[] = []
  let state = model
  const push = (edit: Edit) => {
    edits.push(edit)
    state = modelWith(state, [edit])
  }
  for (const action of actions) {
    if (!('body' in action)) {
      const isDecision = action.verb === 'decide'
      const asked = isDecision
        ? editsOfDecisions(state, action, edits)
        : editsOfReleases(state, action, edits)
      for (const edit of asked) push(edit)
      continue
    }
    const { verb, pick, body } = action
    if (verb === 'create') {
      if (isFree(state, body)) push(editTo(state.nextIds[body.kind], body))
      continue
    }
    const untouched = [...state.objects[body.kind]].filter(
      ([id]) =>
        !edits.some((edit) => isObjectEdit(edit) && edit.kind === body.kind && edit.id === id),
    )
    const [id, object] = untouched[pick % untouched.length] ?? []
    if (id === undefined || object === undefined) continue
    push(verb === 'replace' ? editTo(id, named(body, object)) : deletion(body.kind, id))
    if (verb === 'recreate') push(editTo(state.nextIds[body.kind], named(body, object)))
  }
  return edits
}

function isObjectEdit(edit: Edit): edit is ObjectEdit {
  return edit.kind !== 'release' && edit.kind !== 'decision'
}

/** At most one, of what these edits don't decide yet. */
function editsOfDecisions(
  { objects }: Model,
  { pick, oneIn }: DecisionAction,
  edits: readonly Edit[],
): Edit[] {
  const open = [...objects['target-policy']].flatMap(([policy, object]) =>
    needsDecision(object)
      ? [...objects.application.keys()].flatMap((application) =>
          edits.some((edit) => isDecisionOf(edit, policy, application))
            ? []
            : [{ policy, application }],
        )
      : [],
  )
  const place = open[pick % open.length]
  if (place === undefined) return []
  const members = [...objects.cluster.keys()].filter((id) => (id + pick) % (oneIn ?? 1) === 0)
  return [{ kind: 'decision', ...place, after: oneIn === null ? null : bitsOf(members) }]
}

function isDecisionOf(edit: Edit, policy: number, application: number): boolean {
  return edit.kind === 'decision' && edit.policy === policy && edit.application === application
}

/** At most one; no release ends that this edit begins. */
function editsOfReleases(model: Model, action: ReleaseAction, edits: readonly Edit[]): Edit[] {
  const { objects, releases, nextIds } = model
  if (action.verb === 'hold') return holdOf(model, action.pick)
  if (action.verb === 'end') {
    const open = [...releases.keys()].filter(
      (id) => !edits.some((edit) => edit.kind === 'release' && edit.id === id),
    )
    const id = open[action.pick % open.length]
    return id === undefined ? [] : [{ kind: 'release', id, after: null }]
  }
  const managed = [...objects.application].filter(([, each]) => isManaged(each))
  const [application, object] = managed[action.pick % managed.length] ?? []
  if (application === undefined) return []
  const { oneIn, pick, release } = action
  const members = [...objects.cluster.keys()].filter((id) => (id + pick) % (oneIn ?? 1) === 0)
  const clusters = oneIn === null ? null : bitsOf(members)
  const after = releaseOf(object!, { ...release, application, clusters }, members)
  return [{ kind: 'release', id: nextIds.release, after }]
}

/** A cluster that holds nothing yet of a managed application keeps what it has. */
function holdOf(model: Model, pick: number): Edit[] {
  const { objects, nextIds } = model
  const had = [...naivePlacements(model)].flatMap(([id, clusters]) => {
    if (!isManaged(objects.application.get(id)!)) return []
    return clusters.map((cluster) => ({ cluster, release: naiveRelease(model, id, cluster) }))
  })
  const free = had.filter(({ release }) => release && !release.hold)
  const { cluster, release } = free[pick % free.length] ?? {}
  if (cluster === undefined || !release) return []
  const after = {
    ...release,
    clusters: bitsOf([cluster]),
    current: false,
    rollout: null,
    hold: { until: 2, since: 1, reason: 'not now', by: 'ann' },
  }
  return [{ kind: 'release', id: nextIds.release, after }]
}

/** As there may be one: of an application that needs others a set, which has the branch if that is followed; of others no current one. */
function releaseOf(object: Application, release: Release, members: readonly number[]): Release {
  if (object.dependsOn.length === 0) return { ...release, current: false }
  const { clusters } = release
  const set = {
    ...release,
    clusters: clusters ?? bitsOf(members),
    current: release.current || clusters === null,
  }
  return object.follow === 'versions'
    ? set
    : { ...set, version: null, source: sourceOf(object), targets: null, rollout: null }
}

export function editTo(id: number, after: ModelObject): ObjectEdit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the object's own kind
  return { kind: after.kind, id, after } as ObjectEdit
}

function deletion(kind: Kind, id: number): Edit {
  return { kind, id, after: null }
}

/** The new state of an object under the name of the old one. */
function named(body: ModelObject, old: ModelObject): ModelObject {
  return body.kind === 'application' && old.kind === 'application'
    ? { ...body, name: old.name, team: old.team }
    : { ...body, name: old.name }
}

function isFree(model: Model, body: ModelObject): boolean {
  return [...model.objects[body.kind].values()].every(
    (object) =>
      object.name !== body.name ||
      (object.kind === 'application' && body.kind === 'application' && object.team !== body.team),
  )
}
