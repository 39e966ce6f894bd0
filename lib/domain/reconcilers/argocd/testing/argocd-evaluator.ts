// What Argo CD permits, judged only by the generated objects: its own rules for projects and their roles, written again.
// Everything is from commit 37ee0097: https://github.com/argoproj/argo-cd/tree/37ee0097
import { filepathMatches, gobwasMatches } from './glob.ts'
import type { AppProject, Application, GeneratedObjects } from './parse-tree.ts'

type Resource = {
  readonly group: string
  readonly kind: string
  readonly name: string
  /** Its namespace; null: its kind is cluster-wide. */
  readonly namespace: string | null
}

export type SyncRequest = {
  readonly project: string
  readonly repoUrl: string
  readonly server: string
  /** The destination in the Application itself. */
  readonly namespace: string
  readonly resource: Resource
}

/**
 * Whether an Application of the project, from the repository, may bring the resource to the server. A project that is
 * absent, or outside Argo CD's namespace, permits nothing.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/argo/argo.go `ValidatePermissions`,
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/sync.go `validateSyncPermissions`
 */
export function maySync(objects: GeneratedObjects, request: SyncRequest): boolean {
  const { server, namespace, resource } = request
  const project = projectNamed(objects, request.project)
  return (
    project !== null &&
    sourceIsPermitted(project, request.repoUrl) &&
    destinationIsPermitted(project, { server, namespace }) &&
    kindIsPermitted(project, resource) &&
    (resource.namespace === null ||
      destinationIsPermitted(project, { server, namespace: resource.namespace }))
  )
}

/** The project with this name, if it is where Argo CD looks; otherwise null. */
export function projectNamed(objects: GeneratedObjects, name: string): AppProject | null {
  const { projects, argocdNamespace } = objects
  const isIt = ({ metadata }: AppProject) =>
    metadata.name === name && metadata.namespace === argocdNamespace
  return projects.find(isIt) ?? null
}

/** The Application with this name, if it is where Argo CD looks; otherwise null. */
export function applicationNamed(objects: GeneratedObjects, name: string): Application | null {
  const { applications, argocdNamespace } = objects
  const isIt = ({ metadata }: Application) =>
    metadata.name === name && metadata.namespace === argocdNamespace
  return applications.find(isIt) ?? null
}

/**
 * Whether Applications of the project may come from the repository: one entry must match, and none may deny. An entry
 * that begins with `!` also matches all that it doesn't deny.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go `IsSourcePermitted`
 */
export function sourceIsPermitted({ spec }: AppProject, repoUrl: string): boolean {
  const asked = normaliseGitUrl(repoUrl)
  const matches = (spec.sourceRepos ?? []).map((entry) => {
    const url = isDenial(entry) ? `!${normaliseGitUrl(entry.slice(1))}` : normaliseGitUrl(entry)
    return entryAgainst(url, asked, '/')
  })
  return matches.some(({ isMatch }) => isMatch) && !matches.some(({ isDenied }) => isDenied)
}

/** The names of clusters in Argo CD: the one that it runs on, and any other that somebody may have added. */
function clusterName(server: string): string {
  return server === 'https://kubernetes.default.svc' ? 'in-cluster' : 'elsewhere'
}

/**
 * Whether Applications of the project may go to the namespace of the server: an entry names the server by its address or
 * by its name in Argo CD, and one that begins with `!` also matches all that it doesn't deny.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go `isDestinationMatched`
 */
export function destinationIsPermitted(
  { spec }: AppProject,
  asked: { readonly server: string; readonly namespace: string },
): boolean {
  if (asked.server === '') return false
  const matches = (spec.destinations ?? []).map(({ server = '', name = '', namespace = '' }) => {
    const byServer = entryAgainst(server, asked.server)
    const byName = entryAgainst(name, clusterName(asked.server))
    const byNamespace = entryAgainst(namespace, asked.namespace)
    return {
      isMatch: (byServer.isMatch || byName.isMatch) && byNamespace.isMatch,
      isDenied:
        byName.isDenied ||
        (byServer.isDenied && byNamespace.isMatch) ||
        (byNamespace.isDenied && byServer.isMatch),
    }
  })
  const isDenied = matches.some((entry) => entry.isDenied && !entry.isMatch)
  return matches.some(({ isMatch }) => isMatch) && !isDenied
}

/**
 * Whether Applications of the project may hold the kind. A namespaced kind is permitted unless a list says otherwise, and
 * an absent whitelist is not an empty one; a kind of the cluster's own is permitted only where a list says so.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go
 * `IsGroupKindNamePermitted`, and `isNamedResourceInList` in types.go
 */
export function kindIsPermitted({ spec }: AppProject, resource: Resource): boolean {
  if (resource.namespace === null) {
    const isWhite = isListed(spec.clusterResourceWhitelist ?? [], resource)
    return isWhite && !isListed(spec.clusterResourceBlacklist ?? [], resource)
  }
  const white = spec.namespaceResourceWhitelist
  const isWhite = white === undefined || isListed(white, resource)
  return isWhite && !isListed(spec.namespaceResourceBlacklist ?? [], resource)
}

type ListedKind = {
  readonly group: string
  readonly kind: string
  readonly name?: string | undefined
}

function isListed(list: readonly ListedKind[], { group, kind, name }: Resource): boolean {
  return list.some(
    (item) =>
      filepathMatches(item.kind, kind) &&
      filepathMatches(item.group, group) &&
      (item.name === undefined || item.name === '' || filepathMatches(item.name, name)),
  )
}

export type RoleRequest = {
  /** The groups of the person, who has no other rights in Argo CD. */
  readonly groups: readonly string[]
  readonly resource: string
  readonly action: string
  /** `<project>/<application>`. */
  readonly object: string
}

/**
 * Whether a role of any project gives one of the groups the action. A policy counts only for its own role and project,
 * one that denies wins, and its globs cross `/`.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/types.go `validatePolicy`,
 * https://github.com/argoproj/argo-cd/blob/37ee0097/server/rbacpolicy/rbacpolicy.go `EnforceClaims`,
 * https://github.com/argoproj/argo-cd/blob/37ee0097/assets/model.conf
 */
export function roleMayAct(objects: GeneratedObjects, request: RoleRequest): boolean {
  const project = projectNamed(objects, request.object.split('/')[0] ?? '')
  const all = project?.spec.roles ?? []
  // A line that isn't valid CSV breaks the project's whole policy: then nobody may do anything.
  if (all.some(({ groups = [] }) => groups.some((group) => groupIn(group) === null))) return false
  const roles = all.filter(({ groups = [] }) =>
    groups.some((group) => request.groups.includes(groupIn(group) ?? '')),
  )
  return roles.some(({ name, policies = [] }) => {
    const subject = `proj:${project?.metadata.name ?? ''}:${name}`
    const effects = policies.flatMap((policy) => policyEffect(policy, subject, request))
    return effects.includes('allow') && !effects.includes('deny')
  })
}

/**
 * The group of a role, after Argo CD has put it into a line of CSV and read it back; null: the line is invalid.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/rbac/rbac.go `loadPolicyLine`
 */
function groupIn(group: string): string | null {
  const quoted = /^\s*"([^"\n]*)"$/.exec(group)?.[1]
  if (quoted !== undefined) return quoted
  return /[",\n\r]/.test(group) ? null : group.trim()
}

function policyEffect(policy: string, subject: string, request: RoleRequest): string[] {
  const fields = policy.split(',').map((field) => field.trim())
  const [type, who, resource = '', action = '', object = '', effect = ''] = fields
  const isFor =
    fields.length === 6 &&
    type === 'p' &&
    who === subject &&
    gobwasMatches(resource, request.resource) &&
    gobwasMatches(action, request.action) &&
    gobwasMatches(object, request.object)
  return isFor ? [effect] : []
}

/**
 * The address as Argo CD compares it; empty where Go can't parse it.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/git/git.go `NormalizeGitURL`
 */
export function normaliseGitUrl(url: string): string {
  const known = normalised.get(url) ?? normalisedAfresh(url)
  normalised.set(url, known)
  return known
}

/** The same few addresses are checked again and again. */
const normalised = new Map<string, string>()

function normalisedAfresh(url: string): string {
  const lower = url.trim().toLowerCase()
  const isSsh = /^(ssh:\/\/)?([^/:]*?)@[^@]+$/.test(lower)
  const full = isSsh && !lower.startsWith('ssh://') ? `ssh://${lower.replace(':', '/')}` : lower
  return goUrl(full.replace(/\.git$/, '')).replace(/^ssh:\/\//, '')
}

/**
 * How Go's `net/url` writes an address, as far as it matters: empty on an error, and with percent signs where it adds them.
 */
function goUrl(url: string): string {
  const [, authority = '', rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^]*)$/.exec(url) ?? []
  const isBroken =
    /\p{Cc}/u.test(url) ||
    /%(?![0-9a-f]{2})/.test(url) ||
    url.startsWith(':') ||
    /[ <>"]/.test(authority) ||
    /:(?!\d*$)/.test(authority.replace(/^.*@/, ''))
  if (isBroken) return ''
  const [, path = '', more = ''] = /^([^?#]*)([^]*)$/.exec(rest) ?? []
  return `${url.slice(0, url.length - rest.length)}${goPath(path)}${more === '#' ? '' : more}`
}

/** A path with an invalid character is encoded again, and then the characters of globs are too. */
function goPath(path: string): string {
  if (/^(?:[\w.~!$&'()*+,;=:@/[\]-]|%[0-9a-f]{2})*$/.test(path)) return path
  const spelled = encodeURIComponent(decodeURIComponent(path))
  return spelled
    .replaceAll(/%(?:24|26|2B|2C|2F|3A|3B|3D|40)/g, decodeURIComponent)
    .replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Checks a project's entry against a value: `!` denies, and `*` alone is everything. */
function entryAgainst(entry: string, asked: string, separator: '' | '/' = '') {
  if (isDenial(entry)) {
    const isDenied = gobwasMatches(entry.slice(1), asked, separator)
    return { isMatch: !isDenied, isDenied }
  }
  return { isMatch: entry === '*' || gobwasMatches(entry, asked, separator), isDenied: false }
}

function isDenial(entry: string): boolean {
  return entry.startsWith('!')
}
