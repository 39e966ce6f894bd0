// What Kubernetes allows people by the generated RoleBindings, and what it holds pods and their namespaces to.
import type { GeneratedObjects } from './parse-tree.ts'
import { callerMay, person } from './rbac-evaluator.ts'

type AccessRequest = {
  /** The groups that the identity provider says. */
  readonly groups: readonly string[]
  readonly verb: string
  readonly apiGroup: string
  /** With its subresource: `pods/exec`. */
  readonly resource: string
  /** Null: the resource is the cluster's own, or all namespaces are asked for at once. */
  readonly namespace: string | null
}

/** Whether a person may do it. */
export function personMay(objects: GeneratedObjects, request: AccessRequest): boolean {
  return callerMay(objects, person(request.groups), { ...request, name: '' })
}

/** The quota of a namespace: its `hard` entries, or null where there is none. */
export function quotaIn(objects: GeneratedObjects, namespace: string): object | null {
  return objects.quotas.find(({ metadata }) => metadata.namespace === namespace)?.spec.hard ?? null
}

/** What a container that says nothing is given in a namespace: `limits.cpu` and the like, in order. */
export function givenIn(objects: GeneratedObjects, namespace: string): string[] {
  return objects.limitRanges
    .filter(({ metadata }) => metadata.namespace === namespace)
    .flatMap(({ spec }) => spec.limits)
    .flatMap(({ default: limits = {}, defaultRequest: requests = {} }) => [
      ...Object.keys(limits).map((resource) => `limits.${resource}`),
      ...Object.keys(requests).map((resource) => `requests.${resource}`),
    ])
    .sort()
}

/** The labels of a namespace, with the one that Kubernetes adds itself. */
export function namespaceLabels(objects: GeneratedObjects, namespace: string): Labels {
  const found = objects.namespaces.find(({ metadata }) => metadata.name === namespace)
  return { ...found?.metadata.labels, 'kubernetes.io/metadata.name': namespace }
}

export type Labels = Readonly<Record<string, string>>
