// Plain objects, with the fields that a test asks for.
import { DEFAULT_TYPE } from '#lib/domain/objects/cluster-type/cluster-type.ts'
import { typedCluster, type TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { EVERYTHING } from '#lib/domain/labels/selector.ts'
import type { Selector, Term } from '#lib/domain/labels/selector.ts'
import type { Dependency } from '#lib/domain/objects/application/dependency.ts'
import { undescribed } from '#lib/domain/objects/environment/environment.ts'
import type {
  AlertRule,
  Application,
  Cluster,
  Config,
  ConfigSchema,
  Environment,
  Freeze,
  GuardRule,
  TargetPolicy,
  Team,
} from '#lib/domain/objects/objects.ts'

export const where = (...terms: Term[]): Selector => ({ kind: 'terms', terms })

export function aTeam(given: Partial<Team>): Team {
  return {
    kind: 'team',
    name: 'ieb',
    description: '',
    groups: [],
    sourceRepos: [],
    clusterBoundary: null,
    network: 'namespace',
    kubectl: 'view',
    quota: null,
    ...given,
  }
}

export function aCluster(given: Partial<Cluster>): Cluster {
  return {
    kind: 'cluster',
    name: 'c1',
    description: '',
    shortName: '',
    environment: '',
    type: null,
    defaultProject: null,
    argocdNamespace: null,
    confinement: 'account',
    labels: new Map(),
    ...given,
  }
}

/** As reconcilers see it, of the type `default` as it comes. */
export function aTypedCluster(given: Partial<Cluster>): TypedCluster {
  return typedCluster(aCluster(given), DEFAULT_TYPE)
}

export function anApplication(given: Partial<Application>): Application {
  return {
    kind: 'application',
    team: 'ieb',
    name: 'app1',
    description: '',
    repoUrl: 'https://git.example/app1',
    repoBranch: 'v1',
    repoPath: 'deploy',
    packaging: null,
    targets: [],
    follow: 'branch',
    dependsOn: [],
    visibility: 'team',
    labels: new Map(),
    ...given,
  }
}

export function aDependency(given: Partial<Dependency>): Dependency {
  return {
    namespace: 'ieb',
    application: 'app2',
    environment: null,
    minVersion: null,
    healthy: true,
    ...given,
  }
}

/** Includes every application on every cluster. */
export function aPolicy(given: Partial<TargetPolicy>): TargetPolicy {
  return {
    kind: 'target-policy',
    name: 'p',
    description: '',
    appSelector: EVERYTHING,
    clusterSelector: EVERYTHING,
    effect: 'include',
    target: null,
    scheduler: null,
    pick: null,
    team: null,
    suspended: false,
    ...given,
  }
}

/** Says nothing to every application on every cluster. */
export function aConfig(given: Partial<Config>): Config {
  return {
    kind: 'config',
    name: 'config',
    description: '',
    team: null,
    appSelector: EVERYTHING,
    clusterSelector: EVERYTHING,
    priority: 100,
    values: {},
    suspended: false,
    ...given,
  }
}

/** Declares nothing to every application on every cluster. */
export function aConfigSchema(given: Partial<ConfigSchema>): ConfigSchema {
  return {
    kind: 'config-schema',
    name: 'schema',
    description: '',
    team: null,
    appSelector: EVERYTHING,
    clusterSelector: EVERYTHING,
    schema: {},
    suspended: false,
    ...given,
  }
}

/** Asks for nothing, on any cluster. */
export function anEnvironment(given: Partial<Environment>): Environment {
  return { ...undescribed('prod'), ...given }
}

export function aFreeze(given: Partial<Freeze>): Freeze {
  return {
    kind: 'freeze',
    name: 'freeze',
    description: '',
    environments: null,
    namespaces: [],
    team: null,
    appSelector: null,
    from: null,
    to: null,
    weekly: [],
    timeZone: 'UTC',
    allowRollback: true,
    ...given,
  }
}

export function aGuardRule(given: Partial<GuardRule>): GuardRule {
  return {
    kind: 'guard-rule',
    name: 'production',
    description: '',
    clusterSelector: EVERYTHING,
    reasonRequired: false,
    removals: null,
    changes: null,
    ...given,
  }
}

export function anAlertRule(given: Partial<AlertRule>): AlertRule {
  return {
    kind: 'alert-rule',
    name: 'unhealthy',
    description: '',
    team: null,
    states: ['failed', 'degraded'],
    clusterSelector: null,
    appSelector: null,
    for: '10m',
    share: null,
    severity: 'warning',
    subscriptions: [],
    suspended: false,
    ...given,
  }
}
