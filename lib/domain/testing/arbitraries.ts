// Random objects of each kind. The alphabets are small, so that labels, names and selectors meet often; there are
// more than 64 clusters at times, so that sets of them have several words.
import * as fc from 'fast-check'
import type { Labels } from '#lib/domain/labels/labels.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import type { Operator, Selector, Term } from '#lib/domain/labels/selector.ts'
import type {
  AlertRule,
  Application,
  Cluster,
  ClusterType,
  Environment,
  Freeze,
  GuardRule,
  MetricSource,
  ModelObject,
  RegistrationToken,
  SavedReport,
  Scheduler,
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
import type { PickRule, Preference } from '#lib/domain/objects/target-policy/pick-rule.ts'
import { MINUTE_MS } from '#lib/domain/observed/time-zone.ts'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import { configOf, configSchemaOf } from './arbitrary-configs.ts'
import { packed, targets } from './arbitrary-sources.ts'

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

const TYPES = ['edge', 'core'] as const

const description = fc.constantFrom('', 'x')

export const team: fc.Arbitrary<Team> = fc.record({
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

export const cluster: fc.Arbitrary<Cluster> = fc
  .record({
    kind: fc.constant('cluster' as const),
    name: fc.constantFrom(...CLUSTERS),
    description,
    shortName: fc.constantFrom('s', 't'),
    environment: fc.constantFrom('', '', 'qa', 'prod'),
    type: fc.constantFrom(null, null, 'default', ...TYPES),
    defaultProject: fc.constantFrom(null, null, 'keep' as const, 'empty' as const),
    argocdNamespace: fc.constantFrom(null, null, null, 'gitops', 'openshift-gitops'),
    confinement: fc.constantFrom(...CONFINEMENTS),
    labels,
  })
  // Without a type, `keep` says nothing.
  .map((given) =>
    given.type === null && given.defaultProject === 'keep'
      ? { ...given, defaultProject: null }
      : given,
  )

const dependency: fc.Arbitrary<Dependency> = fc.record({
  namespace: fc.constantFrom(...TEAMS),
  application: fc.constantFrom(...APPLICATIONS),
  environment: fc.constantFrom(null, null, 'qa'),
  minVersion: fc.constantFrom(null, null, '2'),
  healthy: fc.boolean(),
})

export const application: fc.Arbitrary<Application> = fc
  .record({
    kind: fc.constant('application' as const),
    team: fc.constantFrom(...TEAMS),
    name: fc.constantFrom(...APPLICATIONS),
    description,
    packed,
    targets,
    follow: fc.constantFrom('branch' as const, 'branch' as const, 'versions' as const),
    dependsOn: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(dependency, { minLength: 1, maxLength: 2 }) },
    ),
    visibility: fc.constantFrom('team' as const, 'tenant' as const),
    labels,
  })
  .map(({ packed: source, ...given }) => ({
    ...given,
    ...source,
    // A chart has no directories.
    targets: source.packaging?.type === 'helm' ? [] : given.targets,
  }))

const preference: fc.Arbitrary<Preference> = fc.oneof(
  fc.record({
    label: fc.constantFrom('tier', 'name', 'environment'),
    values: fc.uniqueArray(fc.constantFrom(...VALUES, 'prod'), { minLength: 1 }),
  }),
  fc.record({ score: fc.constantFrom('free-gpu', 'load') }),
)

export const pickRule: fc.Arbitrary<PickRule> = fc.record({
  count: fc.oneof(
    fc.record({ count: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
  ),
  spreadBy: fc.constantFrom(null, 'region', 'tier', 'environment'),
  prefer: fc.array(preference, { maxLength: 2 }),
})

export const policy: fc.Arbitrary<TargetPolicy> = fc
  .record({
    kind: fc.constant('target-policy' as const),
    name: fc.constantFrom(...POLICIES),
    description,
    appSelector: applicationSelector,
    clusterSelector,
    effect: fc.constantFrom('include', 'include', 'include', 'exclude'),
    team: fc.constantFrom(null, null, ...TEAMS),
    suspended: fc.constantFrom(false, false, false, true),
    target: fc.constantFrom(null, null, 'early', 'late'),
    choosing: fc.oneof(
      { weight: 6, arbitrary: fc.constant({ scheduler: null, pick: null }) },
      { weight: 1, arbitrary: fc.constant({ scheduler: 'packer', pick: null }) },
      { weight: 2, arbitrary: fc.record({ scheduler: fc.constant(null), pick: pickRule }) },
    ),
  })
  .map(({ choosing, ...given }) =>
    given.effect === 'exclude'
      ? { ...given, target: null, scheduler: null, pick: null }
      : { ...given, ...choosing },
  )

const selects = fc.record({
  team: fc.constantFrom(null, null, ...TEAMS),
  appSelector: applicationSelector,
  clusterSelector,
})
export const config = configOf(selects)
export const configSchema = configSchemaOf(selects)

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

const scheduler: fc.Arbitrary<Scheduler> = fc.record({
  kind: fc.constant('scheduler' as const),
  name: fc.constantFrom('packer', 'other'),
  description,
  url: fc.constantFrom(null, 'https://packer.example'),
  everyMs: fc.constant(60 * MINUTE_MS),
  timeoutMs: fc.constantFrom(1000, 10_000),
  secret: fc.constantFrom('set' as const, 'unset' as const),
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
    target: fc.constantFrom(null, null, 'early', 'late'),
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
  .filter(({ clusters, target, size }) => clusters !== null || target !== null || size !== null)

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
  publish: fc.constantFrom('direct', 'pull-request'),
  hours: fc.constantFrom(null, { timeZone: 'Europe/Berlin', weekly: [WORKDAY] }),
  waves: waveRules,
  teamWaves: fc.boolean(),
  holdMs: fc.constantFrom(null, 86_400_000),
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

export const clusterType: fc.Arbitrary<ClusterType> = fc.record({
  kind: fc.constant('cluster-type' as const),
  name: fc.constantFrom('default', ...TYPES),
  description,
  reconciler: fc.constant('argocd'),
  delivery: fc.constant('git'),
  settings: fc.record({
    namespace: fc.constantFrom(null, 'gitops', 'openshift-gitops'),
    defaultProject: fc.constantFrom('keep' as const, 'empty' as const),
  }),
})

/** An object of any kind. */
export const modelObject: fc.Arbitrary<ModelObject> = fc.oneof(
  team,
  cluster,
  clusterType,
  application,
  policy,
  config,
  configSchema,
  scheduler,
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
