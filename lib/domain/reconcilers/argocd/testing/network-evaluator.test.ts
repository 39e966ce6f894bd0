import { describe, expect, it } from 'vitest'
import { reaches } from './network-evaluator.ts'
import type { GeneratedObjects, NetworkPolicy } from './parse-tree.ts'
import { NO_OBJECTS } from './parse-tree.ts'

const pod = (namespace: string | null) => ({ namespace, labels: { app: 'x' } })
const port = { protocol: 'TCP', port: 80 } as const
const policyIn = (spec: NetworkPolicy['spec']): GeneratedObjects => ({
  ...NO_OBJECTS,
  networkPolicies: [
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'x', namespace: 'a' },
      spec,
    },
  ],
})
const all = { podSelector: {} }

describe('a network policy', () => {
  it.each<[NetworkPolicy['spec'], boolean, boolean, boolean]>([
    // spec | from its own namespace | from another namespace | outwards
    [{ ...all }, false, false, true],
    [{ ...all, ingress: [{}] }, true, true, true],
    [{ ...all, ingress: [{ from: [all] }] }, true, false, true],
    [{ ...all, ingress: [{ from: [{ namespaceSelector: {} }] }] }, true, true, true],
    [{ ...all, ingress: [{ from: [] }] }, true, true, true],
    [{ ...all, ingress: [{ ports: [{ port: 80 }] }] }, true, true, true],
    [{ ...all, ingress: [{ ports: [{ port: 81 }] }] }, false, false, true],
    [{ ...all, ingress: [{ ports: [{ protocol: 'UDP' }] }] }, false, false, true],
    [{ podSelector: { matchLabels: { app: 'y' } } }, true, true, true],
    [{ ...all, policyTypes: ['Egress'] }, false, true, false],
    [{ ...all, policyTypes: ['Egress'], egress: [{ to: [all] }] }, true, true, false],
    [{ ...all, egress: [{}] }, false, false, true],
  ])(
    'of %j lets in from its own namespace, from another, and out: %s, %s, %s',
    (spec, ...expected) => {
      const objects = policyIn(spec)
      expect([
        reaches(objects, pod('a'), pod('a'), port),
        reaches(objects, pod('b'), pod('a'), port),
        reaches(objects, pod('a'), pod('b'), port),
      ]).toEqual(expected)
    },
  )

  it('lets in what is outside the cluster only where a rule names no peer', () => {
    const anyNamespace = policyIn({ ...all, ingress: [{ from: [{ namespaceSelector: {} }] }] })
    expect(reaches(anyNamespace, pod(null), pod('a'), port)).toBe(false)
    expect(reaches(policyIn({ ...all, ingress: [{}] }), pod(null), pod('a'), port)).toBe(true)
  })
})
