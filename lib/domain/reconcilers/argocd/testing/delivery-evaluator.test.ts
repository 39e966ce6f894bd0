// The evaluator does what a real Argo CD was seen to do. The cases are the attacks and mistakes that were tried.
import { describe, expect, it } from 'vitest'
import { withController } from './argocd-install.ts'
import { effectAtDeletion, effectAtSync } from './delivery-evaluator.ts'
import { documentsOf, objectsIn } from './parse-tree.ts'

const API = 'rbac.authorization.k8s.io'

const PROJECT = `
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: pay, namespace: argocd }
spec:
  sourceRepos: ["*"]
  destinations: [{ server: "*", namespace: "*" }]
  clusterResourceWhitelist: [{ group: "*", kind: "*" }]
  destinationServiceAccounts: [{ server: "https://kubernetes.default.svc", namespace: pay, defaultServiceAccount: "pay:berth" }]`
const ACCOUNT = `
apiVersion: ${API}/v1
kind: ClusterRole
metadata: { name: brings }
rules: [{ apiGroups: [""], resources: [configmaps], verbs: [get, create] }]
---
apiVersion: ${API}/v1
kind: RoleBinding
metadata: { name: brings, namespace: pay }
roleRef: { apiGroup: ${API}, kind: ClusterRole, name: brings }
subjects: [{ kind: ServiceAccount, name: berth, namespace: pay }]`
const NARROW = `
apiVersion: ${API}/v1
kind: ClusterRole
metadata: { name: argocd-application-controller }
rules: [{ apiGroups: [""], resources: [serviceaccounts], resourceNames: [berth], verbs: [impersonate] }]`
const POLICY = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE], resources: ["*"] }] }
  validations: [{ expression: "false" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no }
spec: { policyName: no, validationActions: [Deny] }`

const APPLICATION = {
  apiVersion: 'argoproj.io/v1alpha1' as const,
  kind: 'Application' as const,
  metadata: { name: 'pay--web', namespace: 'argocd' },
  spec: {
    project: 'pay',
    destination: { server: 'https://kubernetes.default.svc', namespace: 'pay' },
    source: { repoURL: 'https://git.example.com/pay/web.git' },
  },
}

/** What a sync and a deletion make of an object that is for both. */
function effects(
  texts: readonly string[],
  impersonates: boolean,
  kind: string,
  namespace?: string,
) {
  const files = new Map([['a.yaml', texts.join('\n---')]])
  const objects = objectsIn(documentsOf(files), 'argocd')
  const role = texts.join('').includes('argocd-application-controller') ? 'narrowed' : 'stock'
  const cluster = { objects: withController(objects, role), impersonates }
  const [apiVersion = '', name = ''] = kind.split(' ')
  const annotations = { 'argocd.argoproj.io/hook': 'Sync,PostDelete' }
  const object = {
    apiVersion,
    kind: name,
    metadata: { name: 'x', annotations, ...(namespace !== undefined && { namespace }) },
    roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
  }
  return [
    effectAtSync(cluster, APPLICATION, object),
    effectAtDeletion(cluster, APPLICATION, object),
  ]
}

const CONFIG_MAP = 'v1 ConfigMap'
const SECRET = 'v1 Secret'
const BINDING = `${API}/v1 ClusterRoleBinding`
const MUTATING_POLICY = 'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy'
const denying = PROJECT.replace(
  'sourceRepos',
  'clusterResourceBlacklist: [{ group: "*", kind: "*" }]\n  sourceRepos',
)
const withoutAccount = PROJECT.replace('namespace: pay, default', 'namespace: search, default')

describe('what is made of a source', () => {
  it.each([
    // case | texts | impersonates | kind | expected
    ['without impersonation, as the controller', [PROJECT], false, BINDING, ['made', 'made']],
    ['by a deletion, whatever the project denies', [denying], false, BINDING, ['refused', 'made']],
    [
      'as nobody at a sync and as the controller at a deletion, where no account is named',
      [withoutAccount],
      true,
      BINDING,
      ['refused', 'made'],
    ],
    [
      'as the account, whose rights end the controller at a sync',
      [PROJECT, ACCOUNT],
      true,
      BINDING,
      ['crash', 'refused'],
    ],
    [
      'as the account, where the project denies it first',
      [denying, ACCOUNT],
      true,
      BINDING,
      ['refused', 'refused'],
    ],
    [
      'with a policy that denies all, but policies',
      [PROJECT, POLICY],
      false,
      MUTATING_POLICY,
      ['made', 'made'],
    ],
    [
      'with a policy that denies all, and binds all else',
      [PROJECT, POLICY],
      false,
      BINDING,
      ['crash', 'refused'],
    ],
    [
      'with a narrowed controller that lost the setting',
      [PROJECT, ACCOUNT, NARROW],
      false,
      BINDING,
      ['crash', 'refused'],
    ],
  ])('%s', (_, texts, impersonates, kind, expected) => {
    expect(effects(texts, impersonates, kind)).toEqual(expected)
  })

  it.each([
    // case | impersonates | kind | namespace | expected
    ['what the account may', true, CONFIG_MAP, 'pay', ['made', 'made']],
    ['nothing else', true, SECRET, 'pay', ['refused', 'refused']],
    ['nothing elsewhere', true, CONFIG_MAP, 'search', ['refused', 'refused']],
    ['nothing at all without the setting', false, CONFIG_MAP, 'pay', ['refused', 'refused']],
  ])('by a narrowed controller: %s', (_, impersonates, kind, namespace, expected) => {
    const narrowed = [PROJECT, ACCOUNT, NARROW]
    expect(effects(narrowed, impersonates, kind, namespace)).toEqual(expected)
  })

  it('by a narrowed controller: nothing as an account whose name it may not take on', () => {
    const other = NARROW.replace('[berth]', '[berth-root]')
    expect(effects([PROJECT, ACCOUNT, other], true, CONFIG_MAP, 'pay')).toEqual([
      'refused',
      'refused',
    ])
  })

  it.each([
    ['Application', ['made', 'made']],
    ['AppProject', ['made', 'made']],
    ['Workflow', ['refused', 'refused']],
  ])('by a narrowed controller that lost the setting, at home: %s', (kind, expected) => {
    const argocdKind = `argoproj.io/v1alpha1 ${kind}`
    expect(effects([PROJECT, ACCOUNT, NARROW], false, argocdKind, 'argocd')).toEqual(expected)
    expect(effects([PROJECT, ACCOUNT, NARROW, POLICY], false, argocdKind, 'argocd')).toEqual([
      'refused',
      'refused',
    ])
  })
})
