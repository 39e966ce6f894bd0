import { Application, AppProject } from '@kubernetes-models/argo-cd/argoproj.io/v1alpha1'
import {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from 'kubernetes-models/admissionregistration.k8s.io/v1'
import { Deployment } from 'kubernetes-models/apps/v1'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import {
  ClusterRole,
  ClusterRoleBinding,
  Role,
  RoleBinding,
} from 'kubernetes-models/rbac.authorization.k8s.io/v1'
import {
  ConfigMap,
  LimitRange,
  Namespace,
  ResourceQuota,
  ServiceAccount,
} from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import type { KubernetesObject } from './testing/sample-fleet.ts'
import { everyObject, settings } from './testing/sample-fleet.ts'

const KINDS = [
  Application,
  AppProject,
  ClusterRole,
  ClusterRoleBinding,
  ConfigMap,
  Deployment,
  LimitRange,
  Namespace,
  NetworkPolicy,
  ResourceQuota,
  Role,
  RoleBinding,
  ServiceAccount,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
]

/** Throws if the object violates the JSON schema of its kind, or is of a kind that Berth does not write. */
function validate(object: KubernetesObject): void {
  const Kind = KINDS.find(({ apiVersion, kind }) => {
    return apiVersion === object.apiVersion && kind === object.kind
  })
  if (Kind === undefined) throw new Error(`no schema of ${object.apiVersion} ${object.kind}`)
  // The constructors have different parameters; here only the schema matters, so the type says nothing.
  Reflect.construct(Kind, [object]).validate()
}

const objects = everyObject(settings)
const named = objects.map((object) => {
  return [
    `${object.kind} ${object.metadata.namespace ?? ''}/${object.metadata.name}`,
    object,
  ] as const
})

/** The object with the value at a path replaced. */
function broken(object: KubernetesObject, at: readonly string[], value: unknown): KubernetesObject {
  const copy = structuredClone(object)
  let parent: object = copy
  for (const key of at.slice(0, -1)) parent = Reflect.get(parent, key)
  Reflect.set(parent, at.at(-1) ?? '', value)
  return copy
}

describe('every manifest', () => {
  it.each(named)('passes the JSON schema of its kind: %s', (_, object) => {
    expect(() => validate(object)).not.toThrow()
  })

  it('is of one of the kinds that have a schema here, all of which are written', () => {
    const kinds = new Set(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))
    expect(kinds).toEqual(new Set(KINDS.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)))
  })
})

describe('the schemas', () => {
  it.each([
    // kind | at | value
    ['Application', ['spec', 'source', 'repoURL'], 1],
    ['Application', ['spec', 'destination'], undefined],
    ['Application', ['spec', 'syncPolicy', 'retry', 'limit'], '10'],
    ['AppProject', ['spec', 'sourceRepos'], '*'],
    ['AppProject', ['spec', 'namespaceResourceBlacklist'], [{ group: 'x' }]],
    ['AppProject', ['metadata', 'finalizers'], 'x'],
    ['NetworkPolicy', ['spec', 'policyTypes'], 'Ingress'],
    ['NetworkPolicy', ['metadata', 'annotations'], { a: 1 }],
    ['RoleBinding', ['roleRef', 'name'], undefined],
    ['RoleBinding', ['subjects'], [{ kind: 'Group' }]],
    ['Namespace', ['metadata', 'labels'], { a: true }],
    ['ConfigMap', ['data'], { zone: true }],
    ['ResourceQuota', ['spec', 'hard'], { pods: true }],
    ['LimitRange', ['spec', 'limits'], [{ default: { cpu: '1' } }]],
    ['ServiceAccount', ['automountServiceAccountToken'], 'false'],
    ['ClusterRole', ['rules'], [{ resources: ['pods'] }]],
    ['ClusterRoleBinding', ['roleRef'], undefined],
    ['Role', ['rules'], [{ resources: ['pods'] }]],
    ['Deployment', ['spec', 'selector'], undefined],
    ['Deployment', ['spec', 'template', 'spec', 'containers'], [{ image: 'x' }]],
    ['Deployment', ['spec', 'replicas'], '1'],
    ['ValidatingAdmissionPolicy', ['spec', 'validations'], [{ message: 'x' }]],
    ['ValidatingAdmissionPolicyBinding', ['spec', 'validationActions'], 'Deny'],
  ])('refuse a broken %s: %j as %j', (kind, at, value) => {
    const whole = objects.find((object) => object.kind === kind)
    if (whole === undefined) throw new Error(`no ${kind}`)
    expect(() => validate(whole)).not.toThrow()
    expect(() => validate(broken(whole, at, value))).toThrow(/data/)
  })
})
