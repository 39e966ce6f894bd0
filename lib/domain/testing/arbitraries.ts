// Random small fleets and edits of them. The alphabets are small, so that labels, names and selectors meet often; there are
// more than 64 clusters at times, so that sets of them have several words.
import * as fc from 'fast-check'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Operator, Selector, Term } from '#lib/domain/labels/selector.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type {
  AlertRule,
  Application,
  Cluster,
  Environment,
  Freeze,
  GuardRule,
  MetricSource,
  ModelObject,
  RegistrationToken,
  SavedReport,
  Silence,
  Subscription,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'
import {
  type AfterRule,
  NOTHING_AFTER,
  REST,
  type WaveRule,
} from '#lib/domain/objects/environment/wave-rule.ts'
import { MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import type { Release } from '#lib/domain/releases/release.ts'
import { bitsOf } from '#lib/domain/sets/bits.ts'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { emptyModel, modelWith } from './naive.ts'
import type { Model } from './naive.ts'

const VALUES = ['', 'x', 'y'] as const
const TEAMS = ['ieb', 'ieb-2', 'ops'] as const
/** Each the start of another, in both orders of `/` against `-` and `0`. */
const APPLICATIONS = ['a', 'a-b', 'a0', 'web'] as const
const CLUSTERS = ['c', 'c-d', 'c0', ...Array.from({ length: 80 }, (_, i) => `c${i + 10}`)] as const
const POLICIES = Array.from({ length: 9 }, (_, i) => `p_${i}`)
const CLUSTER_KEYS = ['region', 'tier', 'environment', 'name'] as const
const APPLICATION_KEYS = ['region', 'tier', 'namespace', 'name'] as const

const labels: fc.Arbitrary<Labels> = fc
  .array(fc.tuple(fc.constantFrom('region', 'tier'), fc.constantFrom(...VALUES)), { maxLength: 3 })
  .map((entries) => new Map(entries))

function term(keys: readonly string[], values: readonly string[]): fc.Arbitrary<Term> {
  const key = fc.constantFrom(...keys)
  const withValues = (operators: Operator[], minLength: number, maxLength: number) =>
    fc.record({
      key,
      operator: fc.constantFrom(...operators),
      values: fc
        .uniqueArray(fc.constantFrom(...values), { minLength, maxLength })
        .map((list) => list.sort()),
    })
  return fc.oneof(
    withValues(['=', '!='], 1, 1),
    withValues(['in', 'notin'], 2, 3),
    withValues(['exists', '!exists'], 0, 0),
  )
}

function selector(keys: readonly string[], names: readonly string[]): fc.Arbitrary<Selector> {
  const terms = fc.array(term(keys, [...VALUES, ...names]), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    fc.constant<Selector>({ kind: 'everything' }),
    terms.map((terms): Selector => ({ kind: 'terms', terms })),
  )
}

export const clusterSelector = selector(CLUSTER_KEYS, ['prod', ...CLUSTERS.slice(0, 4)])
const applicationSelector = selector(APPLICATION_KEYS, [...TEAMS, ...APPLICATIONS])

const description = fc.constantFrom('', 'x')

const team: fc.Arbitrary<Team> = fc.record({
  kind: fc.constant('team' as const),
  name: fc.constantFrom(...TEAMS),
  description,
  groups: fc.constant([]),
  sourceRepos: fc.constant([]),
  clusterBoundary: fc.option(clusterSelector, { freq: 2 }),
  network: fc.constant('namespace' as const),
  kubectl: fc.constant('view' as const),
  quota: fc.constantFrom(null, new Map([['pods', '1']])),
})

const cluster: fc.Arbitrary<Cluster> = fc.record({
  kind: fc.constant('cluster' as const),
  name: fc.constantFrom(...CLUSTERS),
  description,
  shortName: fc.constantFrom('s', 't'),
  environment: fc.constantFrom('', '', 'qa', 'prod'),
  defaultProject: fc.constantFrom('keep' as const, 'keep' as const, 'empty' as const),
  argocdNamespace: fc.constantFrom(null, null, null, 'gitops', 'openshift-gitops'),
  confinement: fc.constantFrom(...CONFINEMENTS),
  labels,
})

const application: fc.Arbitrary<Application> = fc.record({
  kind: fc.constant('application' as const),
  team: fc.constantFrom(...TEAMS),
  name: fc.constantFrom(...APPLICATIONS),
  description,
  repoUrl: fc.constant('https://git.example/app'),
  repoBranch: fc.constantFrom('1', '2'),
  repoPath: fc.constant('deploy'),
  follow: fc.constantFrom('branch' as const, 'branch' as const, 'versions' as const),
  labels,
})

const policy: fc.Arbitrary<TargetPolicy> = fc.record({
  kind: fc.constant('target-policy' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  appSelector: applicationSelector,
  clusterSelector,
  effect: fc.constantFrom('include', 'include', 'include', 'exclude'),
  team: fc.constantFrom(null, null, ...TEAMS),
  suspended: fc.constantFrom(false, false, false, true),
})

const registrationToken: fc.Arbitrary<RegistrationToken> = fc.record({
  kind: fc.constant('registration-token' as const),
  name: fc.constantFrom('r', 'r-0'),
  description,
  namePattern: fc.constantFrom('c*', 'c-d', '*'),
  environment: fc.constantFrom('', 'prod'),
  labels,
  openLabels: fc.constantFrom([], ['tier']),
  uses: fc.nat(3),
  placementsMax: fc.nat(3),
  expiresAt: fc.constant(new Date(0)),
  suspended: fc.boolean(),
})

const savedReport: fc.Arbitrary<SavedReport> = fc.record({
  kind: fc.constant('saved-report' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  team: fc.constantFrom(null, ...TEAMS),
  list: fc.constantFrom('placements' as const, 'history' as const),
  query: fc.constantFrom('', 'cluster=c1'),
  at: fc.constant('now'),
  schedule: fc.constantFrom(null, '0 6 * * MON'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
  format: fc.constantFrom('csv' as const, 'json' as const),
  deliver: fc.constant('file'),
})

const silence: fc.Arbitrary<Silence> = fc.record({
  kind: fc.constant('silence' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  clusterSelector,
  from: fc.constant(null),
  to: fc.constant(null),
  weekly: fc.constant([{ days: ['mon' as const], from: '20:00', to: '06:00' }]),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
})
const subscription: fc.Arbitrary<Subscription> = fc.record({
  kind: fc.constant('subscription' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  receiver: fc.constantFrom('webhook' as const, 'slack' as const),
  url: fc.constantFrom('https://one.example', 'https://two.example'),
  secret: fc.constantFrom('set' as const, 'unset' as const),
  events: fc.constant(['alert.fired' as const]),
  team: fc.constantFrom(null, null, ...TEAMS),
  suspended: fc.boolean(),
})

const freeze: fc.Arbitrary<Freeze> = fc
  .record({
    kind: fc.constant('freeze' as const),
    name: fc.constantFrom(...POLICIES),
    description,
    environments: fc.constantFrom(null, ['prod']),
    team: fc.constantFrom(null, ...TEAMS),
    appSelector: fc.option(applicationSelector),
    from: fc.constant(null),
    to: fc.constantFrom(null, new Date(0)),
    weekly: fc.constant([]),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
    allowRollback: fc.boolean(),
  })
  .map((given) => ({ ...given, namespaces: given.team === null ? [] : [given.team] }))

const WORKDAY = { days: ['mon' as const, 'fri' as const], from: '08:00', to: '16:15' }

const SOAKED: AfterRule = {
  soakMs: 30 * MINUTE_MS,
  health: {
    healthyPercent: 90,
    failing: { percent: 5 },
    silentPercent: 20,
    unobserved: 'time',
  },
  checks: ['e2e'],
  deadlineMs: 240 * MINUTE_MS,
  onFailure: 'rollback',
}

const waveRule: fc.Arbitrary<Omit<WaveRule, 'name'>> = fc
  .record({
    clusters: fc.option(clusterSelector),
    size: fc.option(
      fc.oneof(
        fc.record({ count: fc.integer({ min: 1, max: 5 }) }),
        fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
      ),
    ),
    before: fc.constantFrom(
      { approvals: null },
      { approvals: { count: 1, groups: [{ id: 'approvers' }], self: false } },
    ),
    after: fc.constantFrom(NOTHING_AFTER, SOAKED),
  })
  .filter(({ clusters, size }) => clusters !== null || size !== null)

/** Of up to four waves and the rest. */
export const waveRules: fc.Arbitrary<readonly WaveRule[]> = fc
  .array(waveRule, { maxLength: 4 })
  .map((rules) => [...rules.map((rule, index) => ({ ...rule, name: `wave-${index}` })), REST])

const environment: fc.Arbitrary<Environment> = fc.record({
  kind: fc.constant('environment' as const),
  name: fc.constantFrom('prod', 'dev'),
  description,
  protected: fc.boolean(),
  deployers: fc.constant([{ id: 'deployers' }]),
  overriders: fc.constantFrom([], [{ id: 'overriders' }]),
  after: fc.constant([]),
  afterSoakMs: fc.constantFrom(0, 90 * MINUTE_MS),
  auto: fc.constantFrom('off', 'newest'),
  hours: fc.constantFrom(null, { timeZone: 'Europe/Berlin', weekly: [WORKDAY] }),
  waves: waveRules,
  teamWaves: fc.boolean(),
})

export const guardRule: fc.Arbitrary<GuardRule> = fc.record({
  kind: fc.constant('guard-rule' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  clusterSelector,
  reasonRequired: fc.boolean(),
  removals: fc.option(fc.nat(5)),
  changes: fc.option(fc.nat(5)),
})

const alertRule: fc.Arbitrary<AlertRule> = fc.record({
  kind: fc.constant('alert-rule' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  team: fc.constantFrom(null, ...TEAMS),
  states: fc.constantFrom(['failed' as const], ['stale' as const, 'behind' as const]),
  clusterSelector: fc.option(clusterSelector),
  appSelector: fc.option(applicationSelector),
  for: fc.constantFrom('0m', '10m'),
  share: fc.constantFrom(null, '5%'),
  severity: fc.constantFrom('warning' as const, 'info' as const),
  subscriptions: fc.constant([]),
  suspended: fc.boolean(),
})

const metricSource: fc.Arbitrary<MetricSource> = fc.record({
  kind: fc.constant('metric-source' as const),
  name: fc.constantFrom(...POLICIES),
  description,
  system: fc.constant('prometheus' as const),
  url: fc.constantFrom('https://h.example', 'https://x.example'),
  workspace: fc.constant(null),
  auth: fc.constant('none' as const),
  username: fc.constant(null),
  entraTenant: fc.constant(null),
  clientId: fc.constant(null),
  secret: fc.constant('unset' as const),
  queries: fc.constant([]),
})

/** A random action of a person; which object it edits depends on what exists. */
type ObjectAction = {
  readonly verb: 'create' | 'replace' | 'delete' | 'recreate'
  readonly pick: number
  readonly body: ModelObject
}

/** A release of an application that follows versions, or the end of one. */
type ReleaseAction =
  | {
      readonly verb: 'release'
      readonly pick: number
      readonly release: Pick<Release, 'environment' | 'version' | 'source' | 'rollout'>
      /** The set has one in so many of the clusters; null: it is a base. */
      readonly oneIn: number | null
    }
  | { readonly verb: 'end'; readonly pick: number }

export type Action = ObjectAction | ReleaseAction

const body: fc.Arbitrary<ModelObject> = fc.oneof(
  team,
  cluster,
  application,
  policy,
  silence,
  subscription,
  environment,
  freeze,
  guardRule,
  alertRule,
  registrationToken,
  savedReport,
  metricSource,
)

const objectAction: fc.Arbitrary<ObjectAction> = fc.record({
  verb: fc.constantFrom('create', 'create', 'replace', 'replace', 'replace', 'delete', 'recreate'),
  pick: fc.nat(100),
  body,
})

const SOURCE = { repoUrl: 'https://git.example/app', repoPath: 'deploy' }

/** A version has one source; that of version 1 is also a branch's. */
const released = fc.record({
  environment: fc.constantFrom('', 'qa', 'qa', 'prod', 'prod'),
  version: fc.constantFrom(null, 1, 2, 3),
  rollout: fc.constantFrom(null, 1, 2),
})

const releaseAction: fc.Arbitrary<ReleaseAction> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('release' as const),
      pick: fc.nat(100),
      release: released.map((given) => ({
        ...given,
        source: { ...SOURCE, repoBranch: `${given.version ?? 2}` },
      })),
      oneIn: fc.constantFrom(null, 1, 2, 3),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('end' as const), pick: fc.nat(100) }),
  },
)

export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: objectAction },
  { weight: 1, arbitrary: releaseAction },
)

export const actions = fc.array(action, { minLength: 1, maxLength: 4 })

const someClusters = fc.oneof(
  fc.array(cluster, { maxLength: 8 }),
  fc.array(cluster, { minLength: 60, maxLength: 120 }),
)

/** A fleet to start from, mostly with something placed, and often with releases. */
export const model: fc.Arbitrary<Model> = fc
  .tuple(
    fc.array(team, { minLength: 2, maxLength: 6 }),
    someClusters,
    fc.array(application, { minLength: 1, maxLength: 10 }),
    fc.array(policy, { minLength: 1, maxLength: 8 }),
    fc.array(releaseAction, { maxLength: 6 }),
  )
  .map(([teams, clusters, applications, policies, releases]) => {
    const creations = [...teams, ...clusters, ...applications, ...policies].map((body): Action => ({
      verb: 'create',
      pick: 0,
      body,
    }))
    return modelWith(emptyModel(), editsOf(emptyModel(), [...creations, ...releases]))
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
    if (action.verb === 'release' || action.verb === 'end') {
      for (const edit of editsOfReleases(state, action, edits)) push(edit)
      continue
    }
    const { verb, pick, body } = action
    if (verb === 'create') {
      if (isFree(state, body)) push(editTo(state.nextIds[body.kind], body))
      continue
    }
    const untouched = [...state.objects[body.kind]].filter(
      ([id]) => !edits.some((edit) => edit.kind === body.kind && edit.id === id),
    )
    const [id, object] = untouched[pick % untouched.length] ?? []
    if (id === undefined || object === undefined) continue
    push(verb === 'replace' ? editTo(id, named(body, object)) : deletion(body.kind, id))
    if (verb === 'recreate') push(editTo(state.nextIds[body.kind], named(body, object)))
  }
  return edits
}

/** At most one; no release ends that this edit begins. */
function editsOfReleases(
  { objects, releases, nextIds }: Model,
  action: ReleaseAction,
  edits: readonly Edit[],
): Edit[] {
  if (action.verb === 'end') {
    const open = [...releases.keys()].filter(
      (id) => !edits.some((edit) => edit.kind === 'release' && edit.id === id),
    )
    const id = open[action.pick % open.length]
    return id === undefined ? [] : [{ kind: 'release', id, after: null }]
  }
  const managed = [...objects.application].filter(([, { follow }]) => follow === 'versions')
  const [application] = managed[action.pick % managed.length] ?? []
  if (application === undefined) return []
  const { oneIn, pick, release } = action
  const members = [...objects.cluster.keys()].filter((id) => (id + pick) % (oneIn ?? 1) === 0)
  const clusters = oneIn === null ? null : bitsOf(members)
  return [{ kind: 'release', id: nextIds.release, after: { ...release, application, clusters } }]
}

export function editTo(id: number, after: ModelObject): Edit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the object's own kind
  return { kind: after.kind, id, after } as Edit
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
