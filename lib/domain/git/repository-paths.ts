// Where everything is in the Git repository, and which paths belong to Berth. Every path that Berth uses is built here and
// recognised by `pathIsOwned`; other paths are never written, changed or removed.
import type { Issue } from '#lib/domain/text/issue.ts'

export const README_PATH = 'README.md'
export const OWNER_PATH = '.berth/owned'

export const clusterFolder = (cluster: string) => `clusters/${cluster}`
export const baseFolder = (cluster: string) => `${clusterFolder(cluster)}/base`
export const basePath = (cluster: string, file: string) => `${baseFolder(cluster)}/${file}`
export const teamFolder = (cluster: string, team: string) =>
  `${clusterFolder(cluster)}/teams/${team}`
export const teamPath = (cluster: string, team: string, file: string) =>
  `${teamFolder(cluster, team)}/${file}`
/**
 * Of the two files of a placement: its manifest is in `apps`, and what it is told, if it is told something, in `config`, whose
 * files end in an own way, so that what reads the other files of a folder passes them over.
 */
const PLACEMENT_PARTS = ['apps', 'config']
export const applicationsFolder = (cluster: string, team: string) =>
  `${clusterFolder(cluster)}/apps/${team}`
export const placementFile = (part: string, application: string) =>
  `${application}.${part === 'config' ? 'yml' : 'yaml'}`
export const placementPath = (part: string, cluster: string, team: string, application: string) =>
  `${clusterFolder(cluster)}/${part}/${team}/${placementFile(part, application)}`
/** Every path that a placement may have. */
export const placementPaths = (cluster: string, team: string, application: string) =>
  PLACEMENT_PARTS.map((part) => placementPath(part, cluster, team, application))
export const applicationPath = (cluster: string, team: string, application: string) =>
  placementPath('apps', cluster, team, application)
export const bootstrapPath = (cluster: string) => `bootstrap/${cluster}.yaml`

const NAME = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const OWNED_MANIFEST = new RegExp(
  `^(?:bootstrap|clusters/${NAME}/(?:base|(?:apps|teams)/${NAME}))/${NAME}\\.yaml$|` +
    `^clusters/${NAME}/config/${NAME}/${NAME}\\.yml$`,
)

/** Whether Berth writes this path, given from the root of the repository. All other paths belong to other people. */
export function pathIsOwned(path: string): boolean {
  return path === README_PATH || path === OWNER_PATH || OWNED_MANIFEST.test(path)
}

/** The characters that HFS+ ignores in a name, from git's own list. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
/** Control characters and line or paragraph separators: a name with one can't be shown on one line. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/**
 * Why a name can't be an entry of a Git tree: every issue, with an empty path.
 *
 * Stricter than `git mktree`, which accepts `.git` and `..`. The other spellings of `.git` that are refused are those that
 * git refuses for the file systems of macOS and Windows.
 * https://github.com/git/git/blob/v2.39.5/path.c `is_ntfs_dotgit`
 * https://github.com/git/git/blob/v2.39.5/utf8.c `is_hfs_dotgit`
 */
export function entryNameIssues(name: string): Issue[] {
  const issues: Issue[] = []
  const refuse = (code: string, reason: string) => issues.push({ path: [], code, reason })
  const visible = name.replace(IGNORED_BY_HFS, '')
  if (visible === '') refuse('entry_name_empty', 'A name in a Git tree cannot be empty.')
  if (visible === '.' || visible === '..') {
    refuse('entry_name_dots', 'A name in a Git tree cannot be "." or "..".')
  }
  if (isDotGit(visible)) refuse('entry_name_git', 'A name in a Git tree cannot stand for ".git".')
  if (/[/\\]/.test(name))
    refuse('entry_name_slash', 'A name in a Git tree cannot hold "/" or "\\".')
  if (CONTROL.test(name)) {
    refuse('entry_name_control', 'A name in a Git tree cannot hold control characters.')
  }
  return issues
}

/** Windows ignores case, everything after a colon, and trailing dots and spaces; it also has a short name for `.git`. */
function isDotGit(name: string): boolean {
  const [stem = ''] = name.toLowerCase().split(/[:/\\]/)
  const seen = stem.replace(/[. ]+$/, '')
  return seen === '.git' || seen === 'git~1'
}
