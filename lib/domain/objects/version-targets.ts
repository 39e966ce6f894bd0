// The directories that targets have in a version: by the name of the target, or by `ENVIRONMENT/NAME`, which goes before it in
// that environment. A target that isn't named has the directory of the version.
import type { Issue } from '#lib/domain/text/issue.ts'
import type { Target } from './application/target.ts'
import { dnsLabelIssues, environmentNameIssues } from './names.ts'
import { repoPathIssues } from './repository.ts'

export type VersionTargets = Readonly<Record<string, string>>

/** How many may be announced. */
const TARGETS_MAX = 20

/** Every issue of what is announced, at `targets` or at one of its keys: `too_many`, `name_format`, `name_charset`, `path_format`. */
export function versionTargetsIssues(announced: VersionTargets): readonly Issue[] {
  const given = Object.entries(announced)
  if (given.length > TARGETS_MAX) {
    const reason = `There are ${given.length} targets; at most ${TARGETS_MAX} are allowed.`
    return [{ path: ['targets'], code: 'too_many', reason }]
  }
  return given.flatMap(([key, repoPath]) => [
    ...keyIssues(key),
    ...repoPathIssues(repoPath, ['targets', key]),
  ])
}

function keyIssues(key: string): readonly Issue[] {
  const path = ['targets', key]
  const slash = key.indexOf('/')
  if (slash === -1) return dnsLabelIssues(key, path)
  return [
    ...environmentNameIssues(key.slice(0, slash), path),
    ...dnsLabelIssues(key.slice(slash + 1), path),
  ]
}

/**
 * What is announced with, of the application's targets, the directories of those that it doesn't name: the version is a whole
 * source, so that what it means doesn't change with the application.
 */
export function wholeTargets(
  { targets }: { readonly targets: readonly Target[] },
  announced: VersionTargets,
): VersionTargets {
  const unnamed = targets.filter(
    (target) => !Object.hasOwn(announced, target.name) && !Object.hasOwn(announced, keyOf(target)),
  )
  const added = [...Map.groupBy(unnamed, ({ name }) => name)].flatMap(([name, alike]) => {
    const [first, ...others] = alike
    const isOne = others.every(({ repoPath }) => repoPath === first!.repoPath)
    return isOne
      ? [[name, first!.repoPath] as const]
      : alike.map((target) => [keyOf(target), target.repoPath] as const)
  })
  return { ...announced, ...Object.fromEntries(added) }
}

function keyOf({ environment, name }: Target): string {
  return `${environment}/${name}`
}

/** The directories in one environment, by the names of targets; null: those of all targets are the version's. */
export function versionTargetsIn(
  targets: VersionTargets,
  environment: string,
): VersionTargets | null {
  const prefix = `${environment}/`
  const given = Object.entries(targets)
  const everywhere = given.filter(([key]) => !key.includes('/'))
  const own = given
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, repoPath]) => [key.slice(prefix.length), repoPath] as const)
  if (everywhere.length + own.length === 0) return null
  return Object.fromEntries([...everywhere, ...own])
}
