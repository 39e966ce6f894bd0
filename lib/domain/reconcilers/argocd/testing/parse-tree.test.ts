import { describe, expect, it } from 'vitest'
import { confinedFleet, generatedDocuments } from './confinement-fleet.ts'
import { documentsOf, objectsIn } from './parse-tree.ts'

const read = (text: string) => objectsIn(documentsOf(new Map([['a.yaml', text]])), 'argocd')

const project = (spec: string) => `
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: a, namespace: argocd }
spec: ${spec}`

const IN_FOLDER = [
  'projects',
  'applications',
  'roleBindings',
  'networkPolicies',
  'namespaces',
  'quotas',
  'limitRanges',
  'serviceAccounts',
] as const

describe('the reader of a tree', () => {
  it('reads every object that is generated', () => {
    const { folder } = generatedDocuments(confinedFleet)
    const { argocdNamespace: _, ...byKind } = objectsIn(folder, 'argocd')
    const count = Object.values(byKind).reduce((sum, list) => sum + list.length, 0)
    expect(count).toBe([...folder.values()].flat().length)
    for (const kind of IN_FOLDER) expect(byKind[kind], kind).not.toEqual([])
  })

  it('keeps an empty list apart from an absent one', () => {
    expect(read(project('{ clusterResourceWhitelist: [] }')).projects[0]?.spec).toEqual({
      clusterResourceWhitelist: [],
    })
    expect(read(project('{}')).projects[0]?.spec).toEqual({})
  })

  it.each([
    ['a field of a project that no question is about', project('{ orphanedResources: {} }')],
    ['a list that is null', project('{ sourceRepos: null }')],
    ['a kind that is not generated', project('{}').replace('AppProject', 'ApplicationSet')],
    ['another version', project('{}').replace('v1alpha1', 'v1beta1')],
    ['an object without its namespace', project('{}').replace(', namespace: argocd', '')],
    ['an object twice', `${project('{}')}\n---${project('{}')}`],
    ['a key twice', project('{ sourceRepos: [], sourceRepos: ["*"] }')],
    ['what is no YAML', '{'],
    ['an empty document', `${project('{}')}\n---\n`],
  ])('refuses %s', (_, text) => {
    expect(() => read(text)).toThrow()
  })

  it('refuses a subject that does not say its group', () => {
    const binding = `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: a, namespace: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: [{ kind: Group, name: g }]`
    expect(() => read(binding)).toThrow(/apiGroup/)
    expect(() => read(binding.replace('Group,', 'ServiceAccount,'))).toThrow(/namespace/)
    const whole = binding.replace('{ kind', '{ apiGroup: rbac.authorization.k8s.io, kind')
    expect(read(whole).roleBindings).toHaveLength(1)
  })
})
