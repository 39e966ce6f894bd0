import { describe, expect, it } from 'vitest'
import type { RoleBinding } from './access-kinds.ts'
import { personMay } from './kubernetes-evaluator.ts'
import { NO_OBJECTS } from './parse-tree.ts'

const RBAC = 'rbac.authorization.k8s.io'

const view = { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' }
const ofGroup = { apiGroup: RBAC, kind: 'Group', name: 'g' }

describe('a role binding', () => {
  const pods = { groups: ['g'], verb: 'get', apiGroup: '', resource: 'pods', namespace: 'a' }

  it.each<[RoleBinding['roleRef'], RoleBinding['subjects'], boolean]>([
    // roleRef | subjects | expected
    [view, [ofGroup], true],
    [view, [{ ...ofGroup, name: 'h' }, ofGroup], true],
    [view, [{ ...ofGroup, name: 'system:authenticated' }], true],
    [view, [{ ...ofGroup, name: 'G' }], false],
    [view, [{ ...ofGroup, name: '*' }], false],
    [view, [{ ...ofGroup, kind: 'User' }], false],
    [view, [{ ...ofGroup, kind: 'ServiceAccount' }], false],
    // One subject that the API server refuses makes it refuse the whole binding.
    [view, [ofGroup, { ...ofGroup, apiGroup: 'apps' }], false],
    [view, [], false],
    [view, undefined, false],
    [{ ...view, name: 'cluster-admin' }, [ofGroup], true],
    [{ ...view, name: 'another' }, [ofGroup], false],
    [{ ...view, kind: 'Role' }, [ofGroup], false],
    [{ ...view, apiGroup: 'apps' }, [ofGroup], false],
  ])('to %j of %j gives the group its pods: %s', (roleRef, subjects, expected) => {
    const binding: RoleBinding = {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'x', namespace: 'a' },
      roleRef,
      ...(subjects === undefined ? {} : { subjects }),
    }
    const objects = { ...NO_OBJECTS, roleBindings: [binding] }
    expect(personMay(objects, pods)).toBe(expected)
    expect(personMay(objects, { ...pods, namespace: 'b' })).toBe(false)
    expect(personMay(objects, { ...pods, namespace: null })).toBe(false)
  })

  it.each([
    { name: 'view', verb: 'get', apiGroup: '', resource: 'secrets', expected: false },
    { name: 'view', verb: 'create', apiGroup: '', resource: 'pods', expected: false },
    { name: 'view', verb: 'get', apiGroup: '', resource: 'pods/exec', expected: false },
    { name: 'edit', verb: 'get', apiGroup: '', resource: 'secrets', expected: true },
    { name: 'edit', verb: 'get', apiGroup: '', resource: 'pods', expected: true },
    { name: 'edit', verb: 'create', apiGroup: RBAC, resource: 'rolebindings', expected: false },
    { name: 'admin', verb: 'create', apiGroup: RBAC, resource: 'rolebindings', expected: true },
    { name: 'admin', verb: 'create', apiGroup: '', resource: 'resourcequotas', expected: false },
    { name: 'cluster-admin', verb: 'escalate', apiGroup: RBAC, resource: 'roles', expected: true },
  ])(
    'to $name gives $verb of "$apiGroup" $resource: $expected',
    ({ name, verb, apiGroup, resource, expected }) => {
      const binding: RoleBinding = {
        apiVersion: `${RBAC}/v1`,
        kind: 'RoleBinding',
        metadata: { name: 'x', namespace: 'a' },
        roleRef: { ...view, name },
        subjects: [ofGroup],
      }
      const request = { groups: ['g'], verb, apiGroup, resource, namespace: 'a' }
      expect(personMay({ ...NO_OBJECTS, roleBindings: [binding] }, request)).toBe(expected)
    },
  )
})
