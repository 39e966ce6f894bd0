// What a team's Applications may bring to its namespace: Berth's own list, and what a tenant adds to it. The same list
// decides the rights of the team's account, and what may be created when an Application is deleted.
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Flaw, grammarIssues, quoted } from '#lib/domain/text/text.ts'
import { sortedSet } from '#lib/domain/text/sorted-set.ts'

/** Resources of one API group, as Kubernetes names them in rights: lower-case plurals. The core group is empty. */
export type ApplicationKinds = { readonly group: string; readonly resources: readonly string[] }

/**
 * What every team may bring. Endpoints and EndpointSlices are left out because they direct traffic past network rules;
 * NetworkPolicies, quotas and limits, because they restrict the team itself.
 * https://github.com/kubernetes/kubernetes/issues/103675
 */
export const BUILT_IN_KINDS: readonly ApplicationKinds[] = [
  {
    group: '',
    resources: [
      'configmaps',
      'persistentvolumeclaims',
      'pods',
      'replicationcontrollers',
      'secrets',
      'serviceaccounts',
      'services',
    ],
  },
  { group: 'apps', resources: ['daemonsets', 'deployments', 'replicasets', 'statefulsets'] },
  { group: 'autoscaling', resources: ['horizontalpodautoscalers'] },
  { group: 'batch', resources: ['cronjobs', 'jobs'] },
  { group: 'networking.k8s.io', resources: ['ingresses'] },
  { group: 'policy', resources: ['poddisruptionbudgets'] },
]

/** The additions in canonical form: ordered by group, each group once, no resource twice. */
export function canonicalKinds(kinds: readonly ApplicationKinds[]): readonly ApplicationKinds[] {
  return sortedSet(kinds.map(({ group }) => group)).map((group) => ({
    group,
    resources: sortedSet(kinds.flatMap((each) => (each.group === group ? each.resources : []))),
  }))
}

/** All that a team may bring: the built-in list with a tenant's additions, in the canonical order. */
export function permittedKinds(
  additions: readonly ApplicationKinds[],
): readonly ApplicationKinds[] {
  return canonicalKinds([...BUILT_IN_KINDS, ...additions])
}

/** What a team may bring with one list of additions and not with another, as kubectl writes it: `certificates.cert-manager.io`. */
export function kindsDifference(
  before: readonly ApplicationKinds[],
  after: readonly ApplicationKinds[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  const [had, has] = [new Set(permittedNames(before)), new Set(permittedNames(after))]
  return {
    added: [...has].filter((name) => !had.has(name)),
    removed: [...had].filter((name) => !has.has(name)),
  }
}

function permittedNames(additions: readonly ApplicationKinds[]): string[] {
  return permittedKinds(additions).flatMap(({ group, resources }) =>
    resources.map((resource) => (group === '' ? resource : `${resource}.${group}`)),
  )
}

const ENTRIES_MAX = 50
const RESOURCES_MAX = 100

/** Groups whose kinds nobody may add: their objects can affect more than a namespace. */
const DENIED_GROUPS: readonly { readonly group: RegExp; readonly reason: string }[] = [
  { group: /^rbac\.authorization\.k8s\.io$/, reason: 'its objects give rights' },
  { group: /^authorization\.openshift\.io$/, reason: 'its objects give rights' },
  { group: /^argoproj\.io$/, reason: 'its objects are Argo CD’s own' },
  {
    group: /(?:^|\.)toolkit\.fluxcd\.io$/,
    reason: 'Flux applies its objects with rights of its own',
  },
  { group: /^fleet\.cattle\.io$/, reason: 'Fleet applies its objects with rights of its own' },
  { group: /^helm\.cattle\.io$/, reason: 'its controller applies charts with rights of its own' },
  {
    group: /^operators\.coreos\.com$/,
    reason: 'its controller installs operators with rights of their own',
  },
  {
    group: /^template\.openshift\.io$/,
    reason: 'its controller applies templates with rights of its own',
  },
  {
    group: /^(?:admissionregistration|apiextensions|apiregistration|certificates)\.k8s\.io$/,
    reason: 'its objects are the whole cluster’s',
  },
]

/** In the core group: what limits a namespace, and what is cluster-wide. */
const DENIED_CORE: ReadonlySet<string> = new Set([
  'componentstatuses',
  'limitranges',
  'namespaces',
  'nodes',
  'persistentvolumes',
  'resourcequotas',
])

/**
 * Every issue of a tenant's additions, by entry below `path`: `too_many` over 50 entries, `kind_format` where a text can't
 * be a group or a resource, `kind_denied` for a kind that no team may ever have.
 */
export function applicationKindsIssues(
  kinds: readonly ApplicationKinds[],
  path: Issue['path'],
): readonly Issue[] {
  if (kinds.length > ENTRIES_MAX) return [tooMany(path, kinds.length, 'entries', ENTRIES_MAX)]
  return kinds.flatMap(({ group, resources }, index) => [
    ...grammarIssues(group, [...path, index, 'group'], groupFlaw),
    ...resourcesIssues(group, resources, [...path, index, 'resources']),
  ])
}

function resourcesIssues(
  group: string,
  resources: readonly string[],
  path: Issue['path'],
): readonly Issue[] {
  if (resources.length === 0) {
    return [{ path, code: 'kind_format', reason: 'An entry names at least one resource.' }]
  }
  if (resources.length > RESOURCES_MAX) {
    return [tooMany(path, resources.length, 'resources', RESOURCES_MAX)]
  }
  return resources.flatMap((resource, index) =>
    grammarIssues(resource, [...path, index], (text) => resourceFlaw(group, text)),
  )
}

function tooMany(path: Issue['path'], count: number, what: string, max: number): Issue {
  return {
    path,
    code: 'too_many',
    reason: `There are ${count} ${what}; at most ${max} are allowed.`,
  }
}

const GROUP =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/
const RESOURCE = /^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

function groupFlaw(group: string): Flaw | null {
  if (group !== '' && !GROUP.test(group)) {
    const reason = `${quoted(group)} is no API group: write it as in apiVersion, without the version, such as cert-manager.io; empty is the core group.`
    return { code: 'kind_format', reason }
  }
  const denied = DENIED_GROUPS.find((each) => each.group.test(group))
  return denied === undefined
    ? null
    : { code: 'kind_denied', reason: `No team may bring what is of ${group}: ${denied.reason}.` }
}

function resourceFlaw(group: string, resource: string): Flaw | null {
  if (!RESOURCE.test(resource)) {
    const reason = `${quoted(resource)} is no resource: write the lower-case plural that \`kubectl api-resources\` prints, such as certificates.`
    return { code: 'kind_format', reason }
  }
  const limits = resource.endsWith('networkpolicies') || (group === '' && DENIED_CORE.has(resource))
  return limits
    ? {
        code: 'kind_denied',
        reason: `No team may bring ${resource}: they limit what it may do, or are the whole cluster’s.`,
      }
    : null
}
