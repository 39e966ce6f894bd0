// Where the API of a repository's host is, and what the host calls the repository.
import { hostAndPortOf, readAddress, SSH_HOSTS } from '#lib/domain/addresses/repo-url.ts'
import type { GitHost } from './push.ts'

export type HostedRepository = {
  /** The address of the API, without a slash at its end; for Azure DevOps that of the organization or collection. */
  readonly api: string
  /** Owner and name; for GitLab all groups and the name; for Azure DevOps project and name. Not encoded. */
  readonly path: readonly string[]
}

const PUBLIC_HOSTS: readonly (readonly [suffix: string, host: GitHost])[] = [
  ['github.com', 'github'],
  ['.ghe.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['dev.azure.com', 'azure-devops'],
  ['.visualstudio.com', 'azure-devops'],
  ['codeberg.org', 'gitea'],
  ['gitea.com', 'gitea'],
]

/** Which program serves a repository, where its address says so; null: it may be any. */
export function hostOfAddress(repoUrl: string): GitHost | null {
  const name = placeOf(repoUrl)?.name
  if (name === undefined) return null
  const found = PUBLIC_HOSTS.find(([suffix]) =>
    suffix.startsWith('.') ? name.endsWith(suffix) : name === suffix,
  )
  return found?.[1] ?? null
}

/**
 * The repository as its host's API names it. `apiUrl` is where the API is, if it isn't where the program has it by default; for
 * Azure DevOps it is the address of the collection. Null: no repository of such a host has this address.
 */
export function hostedRepository(
  host: GitHost,
  repoUrl: string,
  apiUrl: string | null = null,
): HostedRepository | null {
  const place = placeOf(repoUrl)
  if (place === null) return null
  return host === 'azure-devops'
    ? azureRepository(place, apiUrl)
    : repositoryAt(host, place, apiUrl)
}

/** Of an address: the host with its port where that is the web's, the host's name alone, and the parts of the path. */
type Place = {
  readonly authority: string
  readonly name: string
  readonly segments: readonly string[]
}

function placeOf(repoUrl: string): Place | null {
  const address = readAddress(repoUrl)
  if (address === null) return null
  const hostAndPort = hostAndPortOf(address).toLowerCase()
  const sshName = hostAndPort.replace(/:\d+$/, '')
  const name = SSH_HOSTS.get(sshName) ?? sshName
  return {
    // The port of SSH is no port of the web.
    authority: address.scheme === 'https' ? hostAndPort : name,
    name,
    segments: segmentsOf(address.path.replace(/\.git$/, '')),
  }
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('%20', ' '))
}

type OtherHost = Exclude<GitHost, 'azure-devops'>

const API_PATH: Readonly<Record<OtherHost, string>> = {
  github: '/api/v3',
  gitlab: '/api/v4',
  gitea: '/api/v1',
}

function repositoryAt(
  host: OtherHost,
  place: Place,
  apiUrl: string | null,
): HostedRepository | null {
  const api = apiUrl?.replace(/\/+$/, '') ?? defaultApi(host, place)
  const path = withoutRoot(place.segments, api, API_PATH[host])
  const fits = host === 'gitlab' ? path.length >= 2 : path.length === 2
  return fits ? { api, path } : null
}

function defaultApi(host: OtherHost, { authority, name }: Place): string {
  const isPublicGitHub = host === 'github' && (name === 'github.com' || name.endsWith('.ghe.com'))
  return isPublicGitHub ? `https://api.${authority}` : `https://${authority}${API_PATH[host]}`
}

/** Programs that run beneath a path have it in the addresses of their repositories, too. */
function withoutRoot(segments: readonly string[], api: string, apiPath: string): readonly string[] {
  const pathname = api.replace(/^https?:\/\/[^/]*/, '')
  const root = pathname.endsWith(apiPath) ? segmentsOf(pathname.slice(0, -apiPath.length)) : []
  const isBeneath = root.every((segment, index) => segments[index] === segment)
  return isBeneath ? segments.slice(root.length) : segments
}

/**
 * `/organization/project/_git/name`, without the project where it has the repository's name. Over SSH the cloud has
 * `/v3/organization/project/name`.
 */
function azureRepository(
  { authority, name, segments }: Place,
  apiUrl: string | null,
): HostedRepository | null {
  const [version, organization = '', project = '', repository] = segments
  if (name === 'dev.azure.com' && version === 'v3' && repository !== undefined) {
    return azureAt(authority, [organization, project], repository, apiUrl)
  }
  const mark = segments.indexOf('_git')
  const last = segments[mark + 1]
  if (mark < 0 || last === undefined || segments.length !== mark + 2) return null
  const before = segments.slice(0, mark)
  const collections = name.endsWith('.visualstudio.com') ? 0 : 1
  return azureAt(authority, before.length > collections ? before : [...before, last], last, apiUrl)
}

function azureAt(
  authority: string,
  projectPath: readonly string[],
  repository: string,
  apiUrl: string | null,
): HostedRepository {
  const collection = projectPath.slice(0, -1).map(encodeURIComponent)
  return {
    api: apiUrl?.replace(/\/+$/, '') ?? [`https://${authority}`, ...collection].join('/'),
    path: [projectPath.at(-1) ?? repository, repository],
  }
}
