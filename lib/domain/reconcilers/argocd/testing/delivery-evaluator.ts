// What happens to an object of an Application's source: Argo CD's own checks, the account with which it then asks the API
// server, and the answer.
// All of Argo CD is of commit 37ee0097: https://github.com/argoproj/argo-cd/tree/37ee0097
import { admits } from './admission-evaluator.ts'
import type { ApiObject } from './api-objects.ts'
import { groupOf, resourceOfKind } from './api-objects.ts'
import { maySync, projectNamed } from './argocd-evaluator.ts'
import { controllerOf } from './argocd-install.ts'
import { gobwasMatches } from './glob.ts'
import { isMadeAtDeletion, isMadeAtSync } from './hooks.ts'
import type { AppProject, Application, GeneratedObjects } from './parse-tree.ts'
import { account, type Caller, callerMay, RBAC } from './rbac-evaluator.ts'

export type ArgocdCluster = {
  /** Everything on the cluster, including Argo CD's own roles. */
  readonly objects: GeneratedObjects
  /** The setting `application.sync.impersonation.enabled`. */
  readonly impersonates: boolean
}

/** `crash`: the application controller ends, and again at each start. `nothing`: the object isn't created at that time. */
export type Effect = 'made' | 'refused' | 'crash' | 'nothing'

/**
 * A sync asks the project about each object, and then takes on the account of the project: without one it refuses.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/sync.go `SyncAppState`
 */
export function effectAtSync(
  cluster: ArgocdCluster,
  application: Application,
  object: ApiObject,
): Effect {
  if (!isMadeAtSync(object.metadata.annotations ?? {})) return 'nothing'
  const { project: projectName, source, destination } = application.spec
  const { server = '', namespace = '' } = destination
  const project = projectNamed(cluster.objects, projectName)
  const { kind, metadata } = object
  const resource = { group: groupOf(object), kind, name: metadata.name }
  const isPermitted = maySync(cluster.objects, {
    project: projectName,
    repoUrl: source.repoURL,
    server,
    namespace,
    resource: { ...resource, namespace: metadata.namespace ?? null },
  })
  if (project === null || !isPermitted) return 'refused'
  const caller = cluster.impersonates
    ? accountFor(project, application)
    : controllerOf(cluster.objects)
  if (caller === null || !mayBe(cluster, caller)) return 'refused'
  return applied(cluster, caller, tracked(application, object))
}

/**
 * A deletion doesn't ask the project about its hooks. If the project names no account for the Application, it keeps
 * the controller's own rights.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/hook.go `executeHooks`,
 * https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go `applyImpersonationConfig`
 */
export function effectAtDeletion(
  cluster: ArgocdCluster,
  application: Application,
  object: ApiObject,
): Effect {
  if (!isMadeAtDeletion(object.metadata.annotations ?? {})) return 'nothing'
  const project = projectNamed(cluster.objects, application.spec.project)
  if (project === null) return 'refused'
  const caller = callerAtDeletion(cluster, project, application)
  if (!mayBe(cluster, caller)) return 'refused'
  return created(cluster, caller, tracked(application, object)) ? 'made' : 'refused'
}

/** The account that the deletion of an Application uses. */
function callerAtDeletion(
  { objects, impersonates }: ArgocdCluster,
  project: AppProject,
  application: Application,
): Caller {
  const own = impersonates ? accountFor(project, application) : null
  return own ?? controllerOf(objects)
}

/**
 * The account that a project names for an Application, by the first entry for its destination; null: there is none.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/settings/impersonation.go `DeriveServiceAccountToImpersonate`
 */
export function accountFor({ spec }: AppProject, { spec: asked }: Application): Caller | null {
  const { server: askedServer = '', namespace: askedNamespace = '' } = asked.destination
  const entry = spec.destinationServiceAccounts?.find(
    ({ server = '', namespace = '' }) =>
      gobwasMatches(server, askedServer) && gobwasMatches(namespace, askedNamespace),
  )
  if (entry === undefined) return null
  const { defaultServiceAccount: name } = entry
  return account(name.includes(':') ? name : `${askedNamespace}:${name}`)
}

/** Whether the controller may impersonate the account. */
function mayBe({ objects }: ArgocdCluster, caller: Caller): boolean {
  const controller = controllerOf(objects)
  if (caller.user === controller.user) return true
  const [, , namespace = '', name = ''] = caller.user.split(':')
  const request = { verb: 'impersonate', apiGroup: '', resource: 'serviceaccounts' }
  return callerMay(objects, controller, { ...request, namespace, name })
}

/**
 * An RBAC object goes through `kubectl auth reconcile`, which ends the whole controller when it is refused.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.1/staging/src/k8s.io/kubectl/pkg/cmd/auth/reconcile.go
 */
function applied(cluster: ArgocdCluster, caller: Caller, object: ApiObject): Effect {
  const isMade = mayDo(cluster, caller, 'get', object) && created(cluster, caller, object)
  if (isMade) return 'made'
  return groupOf(object) === RBAC ? 'crash' : 'refused'
}

/** Whether the caller's roles give the verb for an object. */
function mayDo(
  { objects }: ArgocdCluster,
  caller: Caller,
  verb: string,
  object: ApiObject,
): boolean {
  const { name, namespace = null } = object.metadata
  const request = { verb, apiGroup: groupOf(object), resource: resourceOfKind(object.kind) }
  return callerMay(objects, caller, { ...request, namespace, name: verb === 'create' ? '' : name })
}

/** Whether the API server lets the caller create an object. */
function created(cluster: ArgocdCluster, caller: Caller, object: ApiObject): boolean {
  return (
    mayDo(cluster, caller, 'create', object) &&
    givesNoMore(cluster, caller, object) &&
    admits(cluster.objects, { user: caller.user, operation: 'CREATE', object })
  )
}

/**
 * To write a binding needs the right to bind its role; to write a role needs `escalate`, or all rights that it gives. The
 * last is left out, so a caller without `escalate` may be taken to have less than it has.
 * https://kubernetes.io/docs/reference/access-authn-authz/rbac/#privilege-escalation-prevention-and-bootstrapping (1.34)
 */
function givesNoMore({ objects }: ArgocdCluster, caller: Caller, object: ApiObject): boolean {
  if (groupOf(object) !== RBAC) return true
  const { name, namespace = null } = object.metadata
  const may = (verb: string, resource: string, named: string) =>
    callerMay(objects, caller, { verb, apiGroup: RBAC, resource, namespace, name: named })
  if (!object.kind.endsWith('Binding')) return may('escalate', resourceOfKind(object.kind), name)
  const role = roleRefOf(object)
  return may('bind', resourceOfKind(role.kind), role.name)
}

function roleRefOf({ roleRef }: ApiObject): { readonly kind: string; readonly name: string } {
  const isRef = typeof roleRef === 'object' && roleRef !== null
  return isRef && 'kind' in roleRef && 'name' in roleRef
    ? { kind: String(roleRef.kind), name: String(roleRef.name) }
    : { kind: 'ClusterRole', name: 'cluster-admin' }
}

/**
 * Adds what Argo CD writes onto each object, whatever the source says: by annotation, as the onboarding asks of each cluster.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/util/argo/resource_tracking.go `SetAppInstance`
 */
function tracked({ metadata: { name: application } }: Application, object: ApiObject): ApiObject {
  const { name, namespace = '', annotations } = object.metadata
  const id = `${application}:${groupOf(object)}/${object.kind}:${namespace}/${name}`
  const own = { ...annotations, 'argocd.argoproj.io/tracking-id': id }
  return { ...object, metadata: { ...object.metadata, annotations: own } }
}
