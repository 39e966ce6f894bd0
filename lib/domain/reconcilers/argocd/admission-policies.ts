// What a cluster's API server itself refuses, whoever sends the request: a project under which a team's objects would be
// applied with another account, ConfigMaps that tell no application anything, and objects that the deletion of an Application
// must not create. Needs Kubernetes 1.30 or newer. https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
import type { YamlMap } from '#lib/domain/text/yaml-text.ts'
import {
  type ApplicationKinds,
  permittedKinds,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { APPLICATION_LABEL, TEAM_LABEL, THIS_CLUSTER } from './argocd.ts'
import { CONFIG_SUFFIX } from './config-manifest.ts'
import { rootAccount, teamAccount } from './delivery-accounts.ts'

const ADMISSION_API = 'admissionregistration.k8s.io/v1'

/** A variable can't be named by a reserved word of CEL, such as `namespace`. */
type Named = { readonly name: string; readonly expression: string }
type Rule = { readonly expression: string; readonly message: string }

/**
 * Allows the root to write only the projects that Berth writes. Somebody who can write to the repository, and nowhere else,
 * can't have a project's Applications applied as any account of the cluster. A team's project has the team's account, in
 * the team's namespace only; the root's own has the root's; an emptied `default` has neither.
 */
export function projectsPolicy(argocdNamespace: string): readonly YamlMap[] {
  return policy('berth-projects', {
    rule: {
      apiGroups: ['argoproj.io'],
      apiVersions: ['*'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['appprojects'],
    },
    conditions: [byTheRoot(argocdNamespace)],
    variables: [
      { name: 'project', expression: 'object.metadata.name' },
      {
        name: 'goesTo',
        expression: `variables.project == 'berth' ? ${celText(argocdNamespace)} : variables.project`,
      },
      {
        name: 'account',
        expression: `variables.project == 'berth' ? ${celText(rootAccount(argocdNamespace))} : variables.project + ${celText(teamAccount(''))}`,
      },
      { name: 'accounts', expression: celList('destinationServiceAccounts') },
      { name: 'destinations', expression: celList('destinations') },
      { name: 'clusterKinds', expression: celList('clusterResourceWhitelist') },
      { name: 'elsewhere', expression: celList('sourceNamespaces') },
    ],
    validations: [
      {
        expression: `variables.project == 'default' ? size(variables.accounts) == 0 : size(variables.accounts) == 1 && variables.accounts.all(a, a.server == ${celText(THIS_CLUSTER)} && a.namespace == variables.goesTo && a.defaultServiceAccount == variables.account)`,
        message: 'A project that Berth writes names its own account, and no other.',
      },
      {
        expression: `variables.project == 'berth' || (variables.project == 'default' ? size(variables.destinations) == 0 : variables.destinations.all(d, d.server == ${celText(THIS_CLUSTER)} && d.namespace == variables.project))`,
        message: 'A project that Berth writes for a team goes to the namespace of that team alone.',
      },
      {
        expression:
          "variables.project == 'berth' ? variables.clusterKinds.all(k, k.group == '' && k.kind == 'Namespace') : size(variables.clusterKinds) == 0",
        message: 'A project that Berth writes for a team permits nothing of the whole cluster.',
      },
      {
        expression: 'size(variables.elsewhere) == 0',
        message:
          'A project that Berth writes has no Applications outside the namespace of Argo CD.',
      },
    ],
  })
}

/**
 * Allows the root to write and delete only the ConfigMaps that tell a team's application something, in a namespace of that team.
 * It may write ConfigMaps everywhere by its role, and those of Argo CD and of the cluster decide what confines teams. Namespaces
 * that no team can have are refused by name as well: whoever writes to the repository could have the root label them.
 */
export function configsPolicy(argocdNamespace: string): readonly YamlMap[] {
  const label = (key: string) => `variables.labels[${celText(key)}]`
  const labelled = [TEAM_LABEL, APPLICATION_LABEL].map(
    (key) => `${celText(key)} in variables.labels`,
  )
  return policy('berth-configs', {
    rule: {
      apiGroups: [''],
      apiVersions: ['*'],
      operations: ['CREATE', 'UPDATE', 'DELETE'],
      resources: ['configmaps'],
    },
    conditions: [byTheRoot(argocdNamespace)],
    variables: [
      // A deletion has no object but the old one.
      { name: 'config', expression: "request.operation == 'DELETE' ? oldObject : object" },
      {
        name: 'labels',
        expression: 'has(variables.config.metadata.labels) ? variables.config.metadata.labels : {}',
      },
      TEAM_OF_NAMESPACE,
    ],
    validations: [
      {
        expression: `request.namespace != ${celText(argocdNamespace)} && request.namespace != 'default' && !request.namespace.startsWith('kube-') && !request.namespace.endsWith('-system')`,
        message: 'A ConfigMap that Berth writes is in no namespace of Argo CD or of the cluster.',
      },
      {
        expression: `${labelled.join(' && ')} && variables.config.metadata.name == ${label(APPLICATION_LABEL)} + ${celText(CONFIG_SUFFIX)}`,
        message: 'A ConfigMap that Berth writes is named and labelled after its application.',
      },
      {
        expression: `variables.team != '' && ${label(TEAM_LABEL)} == variables.team`,
        message: 'A ConfigMap that Berth writes is in a namespace of its own team.',
      },
    ],
  })
}

/**
 * Refuses what a deletion hook of any Application of the cluster would create, except the kinds that a team may bring, in
 * the namespace of the Application's team. Argo CD creates these hooks without asking the project. Only its annotations
 * make an object a hook; who creates it doesn't matter.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/hook.go `executeHooks`
 */
export function deleteHooksPolicy(
  applicationKinds: readonly ApplicationKinds[],
): readonly YamlMap[] {
  const annotations = 'object.metadata.annotations'
  const says = (key: string, word: string) =>
    `${celText(key)} in ${annotations} && ${annotations}[${celText(key)}].contains(${celText(word)})`
  const tracking = celText('argocd.argoproj.io/tracking-id')
  return policy('berth-delete-hooks', {
    rule: { apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*'] },
    conditions: [
      {
        name: 'delete-hook',
        expression: `has(object.metadata) && has(${annotations}) && (${says('argocd.argoproj.io/hook', 'Delete')} || ${says('helm.sh/hook', 'delete')})`,
      },
    ],
    variables: [
      TEAM_OF_NAMESPACE,
      {
        name: 'tracking',
        expression: `${tracking} in ${annotations} ? ${annotations}[${tracking}] : ''`,
      },
      { name: 'permitted', expression: celKinds(permittedKinds(applicationKinds)) },
    ],
    validations: [
      {
        expression: "variables.team != ''",
        message: 'A hook of a deletion makes something only in the namespace of a team.',
      },
      {
        expression:
          'request.resource.group in variables.permitted && request.resource.resource in variables.permitted[request.resource.group]',
        message: 'A hook of a deletion makes only what a team may bring.',
      },
      {
        expression: "variables.tracking.startsWith(variables.team + '--')",
        message: 'A hook of a deletion makes something only in the namespace of its own team.',
      },
    ],
  })
}

function byTheRoot(argocdNamespace: string): Named {
  const root = `system:serviceaccount:${rootAccount(argocdNamespace)}`
  return { name: 'by-the-root', expression: `request.userInfo.username == ${celText(root)}` }
}

/** The team whose namespace the object is in; empty where it is no team's. */
const TEAM_OF_NAMESPACE: Named = {
  name: 'team',
  expression: `namespaceObject != null && has(namespaceObject.metadata.labels) && ${celText(TEAM_LABEL)} in namespaceObject.metadata.labels ? namespaceObject.metadata.labels[${celText(TEAM_LABEL)}] : ''`,
}

/** A policy that denies, with a binding to the whole cluster. It also denies when an expression fails. */
function policy(
  name: string,
  {
    rule,
    conditions,
    variables,
    validations,
  }: {
    readonly rule: Readonly<Record<string, readonly string[]>>
    readonly conditions: readonly Named[]
    readonly variables: readonly Named[]
    readonly validations: readonly Rule[]
  },
): readonly YamlMap[] {
  return [
    {
      apiVersion: ADMISSION_API,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        failurePolicy: 'Fail',
        matchConstraints: { resourceRules: [rule] },
        matchConditions: conditions,
        variables,
        validations,
      },
    },
    {
      apiVersion: ADMISSION_API,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'] },
    },
  ]
}

/** A list of an object that may lack it. */
function celList(field: string): string {
  return `has(object.spec.${field}) ? object.spec.${field} : []`
}

/** A map of groups to their resources in CEL. */
function celKinds(kinds: readonly ApplicationKinds[]): string {
  const entries = kinds.map(
    ({ group, resources }) => `${celText(group)}: [${resources.map(celText).join(', ')}]`,
  )
  return `{${entries.join(', ')}}`
}

/** A text in CEL. All of them are names in Kubernetes, which contain no quote or backslash to escape. */
function celText(text: string): string {
  return `'${text}'`
}
