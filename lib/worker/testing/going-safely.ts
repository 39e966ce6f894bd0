// Whether every Application of a cluster could now be deleted as its team's account, judged only by the existing objects.
import {
  applicationNamed,
  projectNamed,
} from '#lib/domain/reconcilers/argocd/testing/argocd-evaluator.ts'
import { accountFor } from '#lib/domain/reconcilers/argocd/testing/delivery-evaluator.ts'
import {
  type GeneratedObjects,
  objectsIn,
} from '#lib/domain/reconcilers/argocd/testing/parse-tree.ts'
import { account, callerMay } from '#lib/domain/reconcilers/argocd/testing/rbac-evaluator.ts'
import type { KubernetesObject } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'

/** Berth’s own Applications, which belong to no team. */
const OWN = ['berth', 'berth-config']

/** Sentences; empty: every one could be deleted. */
export function deletionProblems(objects: readonly KubernetesObject[]): string[] {
  const namespaces = new Set(
    objects.filter(({ kind }) => kind === 'Application').map(({ metadata }) => metadata.namespace),
  )
  return [...namespaces].flatMap((namespace = '') => {
    const seen = objectsIn(new Map([['live', objects]]), namespace)
    return seen.applications
      .filter(({ metadata }) => metadata.namespace === namespace && !OWN.includes(metadata.name))
      .flatMap(({ metadata }) => problemsOf(seen, metadata.name))
  })
}

function problemsOf(objects: GeneratedObjects, name: string): string[] {
  const application = applicationNamed(objects, name)
  if (application === null) return []
  const { project: projectName, destination } = application.spec
  const team = destination.namespace ?? ''
  const project = projectNamed(objects, projectName)
  if (project === null) return [`${name} has no project, and can never be deleted`]
  const caller = accountFor(project, application)
  if (caller === null) return [`${name} would be deleted with the rights of the controller`]
  if (caller.user !== account(`${team}:berth`).user) return [`${name} would be deleted as another`]
  const isThere = objects.serviceAccounts.some(
    ({ metadata }) => metadata.namespace === team && metadata.name === 'berth',
  )
  const request = { verb: 'delete', apiGroup: 'apps', resource: 'deployments', namespace: team }
  const may = callerMay(objects, caller, { ...request, name: 'x' })
  return [
    ...(isThere ? [] : [`${name} has no account to be deleted as`]),
    ...(may ? [] : [`the account of ${name} may not delete what it made`]),
  ]
}

/** Projects of teams that name no account for the team's namespace. */
export function projectProblems(objects: readonly KubernetesObject[]): string[] {
  return objects
    .filter(({ kind, metadata }) => kind === 'AppProject' && metadata.name !== 'default')
    .filter(({ metadata, spec }) => {
      const { name, namespace = '' } = metadata
      const isRoot = name === 'berth'
      const entry = {
        server: 'https://kubernetes.default.svc',
        namespace: isRoot ? namespace : name,
        defaultServiceAccount: isRoot ? `${namespace}:berth-root` : `${name}:berth`,
      }
      const said = spec?.['destinationServiceAccounts']
      return !(
        Array.isArray(said) &&
        said.length === 1 &&
        Object.entries(entry).every(([key, value]) => Reflect.get(Object(said[0]), key) === value)
      )
    })
    .map(({ metadata }) => `the project ${metadata.name} doesn’t name its account`)
}

/** RoleBindings to a ClusterRole that the root may not bind with what the bootstrap gave it. */
export function bindingProblems(objects: readonly KubernetesObject[]): string[] {
  const rightful = objects.filter(({ kind }) => !['AppProject', 'Application'].includes(kind))
  const seen = objectsIn(new Map([['live', rightful]]), '')
  const root = seen.clusterRoles.find(({ metadata }) => metadata.name === 'berth-root')
  const bound = (root?.rules ?? []).flatMap(({ verbs, resourceNames = [] }) =>
    verbs.includes('bind') ? resourceNames : [],
  )
  return seen.roleBindings
    .filter(
      ({ metadata, roleRef }) =>
        !bound.includes(roleRef.name) && metadata.name !== 'berth-reporter',
    )
    .map(({ metadata, roleRef }) => `${metadata.name} binds ${roleRef.name}`)
}
