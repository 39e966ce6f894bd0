import type { Issue } from '#lib/domain/text/issue.ts'
import { dnsLabelIssues, environmentNameIssues } from '../names.ts'
import { repoPathIssues } from '../repository.ts'
import { isSameUse, type Target } from './target.ts'

const TARGETS_MAX = 20

/** Every issue of an application's targets by themselves: `too_many`, those of names and paths, and `target_duplicate`. */
export function targetIssues(targets: readonly Target[]): readonly Issue[] {
  if (targets.length > TARGETS_MAX) {
    const reason = `There are ${targets.length} targets; at most ${TARGETS_MAX} are allowed.`
    return [{ path: ['targets'], code: 'too_many', reason }]
  }
  return targets.flatMap((target, index) => {
    const path = ['targets', index]
    const issues = ownIssues(target, path)
    if (issues.length > 0) return issues
    const isDoubled = targets.slice(0, index).some((other) => isSameUse(other, target))
    return isDoubled ? [doubledIssue(target, path)] : []
  })
}

function ownIssues({ name, environment, repoPath }: Target, path: Issue['path']): readonly Issue[] {
  return [
    ...dnsLabelIssues(name, [...path, 'name']),
    ...environmentNameIssues(environment, [...path, 'environment']),
    ...repoPathIssues(repoPath, [...path, 'repo_path']),
  ]
}

function doubledIssue({ name, environment }: Target, path: Issue['path']): Issue {
  const reason = `There is a target ${name} in ${environment} already.`
  return { path: [...path, 'name'], code: 'target_duplicate', reason }
}
