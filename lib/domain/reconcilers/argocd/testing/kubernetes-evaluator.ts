// What Kubernetes allows people by the generated RoleBindings, and what it enforces on pods and namespaces.
import type { GeneratedObjects } from './parse-tree.ts'
import { callerMay, person } from './rbac-evaluator.ts'

type AccessRequest = {
  /** Their groups at the identity provider. */
  readonly groups: readonly string[]
  readonly verb: string
  readonly apiGroup: string
  /** With its subresource: `pods/exec`. */
  readonly resource: string
  /** Null: the resource is the cluster's own, or the request is for all namespaces. */
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

/** What a container without values of its own gets in a namespace: `limits.cpu` and the like, in order. */
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
