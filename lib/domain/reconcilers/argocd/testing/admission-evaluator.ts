// Evaluates which requests the admission policies of the bootstrap let through.
import type { AdmissionPolicy } from './admission-kinds.ts'
import type { ApiObject } from './api-objects.ts'
import { groupOf, resourceOfKind } from './api-objects.ts'
import { evaluate } from './cel.ts'
import { namespaceLabels } from './kubernetes-evaluator.ts'
import type { GeneratedObjects } from './parse-tree.ts'

export type AdmissionRequest = {
  readonly user: string
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  /** As it is written, or as it was until it is deleted. */
  readonly object: ApiObject
}

/**
 * Requests for policies and their bindings are never checked by policies, so that nobody is locked out.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.0/staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/plugin.go
 */
const NEVER_ASKED_ABOUT =
  /^(Validating|Mutating)AdmissionPolicy(Binding)?\.admissionregistration\.k8s\.io$/

/** Whether every policy that a binding enforces lets the request through. */
export function admits(objects: GeneratedObjects, request: AdmissionRequest): boolean {
  const { object } = request
  if (NEVER_ASKED_ABOUT.test(`${object.kind}.${groupOf(object)}`)) return true
  const isEnforced = ({ metadata }: AdmissionPolicy) =>
    objects.admissionPolicyBindings.some(
      ({ spec }) => spec.policyName === metadata.name && spec.validationActions.includes('Deny'),
    )
  return objects.admissionPolicies
    .filter((policy) => isEnforced(policy) && isAskedAbout(policy, request))
    .every((policy) => policyAdmits(objects, policy, request))
}

function isAskedAbout({ spec }: AdmissionPolicy, { operation, object }: AdmissionRequest) {
  const version = object.apiVersion.split('/').at(-1) ?? ''
  return spec.matchConstraints.resourceRules.some(
    ({ apiGroups, apiVersions, operations, resources }) =>
      holds(apiGroups, groupOf(object)) &&
      holds(apiVersions, version) &&
      holds(operations, operation) &&
      holds(resources, resourceOfKind(object.kind)),
  )
}

function holds(list: readonly string[], text: string): boolean {
  return list.includes('*') || list.includes(text)
}

/**
 * One condition that is false exempts the request; a failing expression refuses it, unless the policy ignores failures.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/ (1.34)
 */
function policyAdmits(
  objects: GeneratedObjects,
  { spec }: AdmissionPolicy,
  { user, operation, object }: AdmissionRequest,
): boolean {
  const { namespace } = object.metadata
  const known = {
    object: operation === 'DELETE' ? null : object,
    oldObject: operation === 'CREATE' ? null : object,
    request: requestOf({ user, operation, object }),
  }
  const conditions = (spec.matchConditions ?? []).map(({ expression }) => told(expression, known))
  if (conditions.includes(false)) return true
  const ifUntold = spec.failurePolicy === 'Ignore'
  if (conditions.includes('error')) return ifUntold

  const labels = namespace === undefined ? {} : namespaceLabels(objects, namespace)
  const namespaceObject = namespace === undefined ? null : { metadata: { name: namespace, labels } }
  const variables = variablesOf(spec, { ...known, namespaceObject })
  return spec.validations.every(({ expression }) => {
    const answer = told(expression, { ...known, namespaceObject, variables })
    return answer === 'error' ? ifUntold : answer
  })
}

/** What an expression can read of the request itself. */
function requestOf({ user, operation, object }: AdmissionRequest) {
  const { name, namespace = '' } = object.metadata
  const group = groupOf(object)
  const version = object.apiVersion.split('/').at(-1) ?? ''
  const kind = { group, version, kind: object.kind }
  const resource = { group, version, resource: resourceOfKind(object.kind) }
  return { kind, resource, operation, name, namespace, userInfo: { username: user } }
}

/** Each can use those before it; one that fails is missing, and so are those that use it. */
function variablesOf(spec: AdmissionPolicy['spec'], known: Readonly<Record<string, unknown>>) {
  const variables: Record<string, unknown> = {}
  for (const { name, expression } of spec.variables ?? []) {
    const answer = evaluate(expression, { ...known, variables })
    if (answer !== 'error') variables[name] = answer.value
  }
  return variables
}

function told(expression: string, known: Readonly<Record<string, unknown>>): boolean | 'error' {
  const answer = evaluate(expression, known)
  return answer !== 'error' && typeof answer.value === 'boolean' ? answer.value : 'error'
}
