import type { Issue } from '#lib/domain/text/issue.ts'
import { environmentNameIssues, joinableNameIssues } from '../names.ts'
import { versionNameIssues } from '../version.ts'
import type { Application } from './application.ts'
import type { Dependency } from './dependency.ts'

const DEPENDENCIES_MAX = 20

/**
 * Every issue of what an application needs, as far as it tells by itself: `too_many`, those of names, `dependency_cycle` where
 * it needs itself, and `dependency_duplicate`. What is there, and what others need, the fleet says.
 */
export function dependencyIssues(application: Application): readonly Issue[] {
  const { dependsOn } = application
  if (dependsOn.length > DEPENDENCIES_MAX) {
    const reason = `There are ${dependsOn.length} dependencies; at most ${DEPENDENCIES_MAX} are allowed.`
    return [{ path: ['depends_on'], code: 'too_many', reason }]
  }
  return dependsOn.flatMap((dependency, index) => {
    const path = ['depends_on', index]
    const issues = namesIssues(dependency, path)
    if (issues.length > 0) return issues
    if (isOnItself(application, dependency)) return [selfIssue(dependency, path)]
    const isDoubled = dependsOn.slice(0, index).some((other) => isSamePlace(other, dependency))
    return isDoubled ? [doubledIssue(path)] : []
  })
}

function namesIssues(
  { namespace, application, environment, minVersion }: Dependency,
  path: Issue['path'],
): readonly Issue[] {
  return [
    ...joinableNameIssues(namespace, [...path, 'namespace']),
    ...joinableNameIssues(application, [...path, 'application']),
    ...(environment === null ? [] : environmentNameIssues(environment, [...path, 'on'])),
    ...(minVersion === null ? [] : versionNameIssues(minVersion, [...path, 'min_version'])),
  ]
}

function isOnItself({ team, name }: Application, { namespace, application }: Dependency): boolean {
  return team === namespace && name === application
}

function selfIssue({ namespace, application }: Dependency, path: Issue['path']): Issue {
  const name = `${namespace}/${application}`
  const reason = `It would wait for itself: ${name} -> ${name}.`
  return { path, code: 'dependency_cycle', reason, members: [name, name] }
}

function isSamePlace(a: Dependency, b: Dependency): boolean {
  return (
    a.namespace === b.namespace &&
    a.application === b.application &&
    a.environment === b.environment
  )
}

function doubledIssue(path: Issue['path']): Issue {
  const reason = 'It is needed in this place already.'
  return { path, code: 'dependency_duplicate', reason }
}
