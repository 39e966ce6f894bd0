// A real API server's answers to the questions that the evaluators answer from the manifests.
import { setTimeout as wait } from 'node:timers/promises'
import type { AdmissionRequest } from '#lib/domain/reconcilers/argocd/testing/admission-evaluator.ts'
import {
  type ApiObject,
  groupOf,
  resourceOfKind,
} from '#lib/domain/reconcilers/argocd/testing/api-objects.ts'
import { account } from '#lib/domain/reconcilers/argocd/testing/rbac-evaluator.ts'
import type { ConfigQuestion } from '#lib/domain/reconcilers/argocd/testing/config-questions.ts'
import type { RightsQuestion } from '#lib/domain/reconcilers/argocd/testing/rights-questions.ts'
import type { ApiServer } from './api-server.ts'
import { ARGOCD, CONTROLLER } from './argocd-cluster.ts'

/** Whether the roles of the cluster let the caller do it. */
export async function liveRight(
  server: ApiServer,
  { caller, request }: RightsQuestion,
): Promise<boolean> {
  const { user, groups } = caller ?? account(CONTROLLER)
  const { verb, apiGroup, name, namespace } = request
  const [resource, subresource] = request.resource.split('/')
  const asked = { verb, group: apiGroup, resource, subresource, name, namespace: namespace ?? '' }
  const { status, body } = await server.ask({
    method: 'POST',
    path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    body: { spec: { user, groups, resourceAttributes: asked } },
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return (body['status'] as { allowed: boolean }).allowed
}

/**
 * Whether the cluster's policies admit it for the user, who has every right here, so that nothing else refuses it. It isn't
 * stored. An object that already exists is admitted before the conflict is noticed.
 */
export async function liveAdmission(
  server: ApiServer,
  { user, operation, object }: AdmissionRequest,
): Promise<boolean> {
  const as = { user, groups: ['system:masters'] }
  const collection = pathOf(object)
  const own = `${collection}/${object.metadata.name}`
  const asking = {
    CREATE: () =>
      server.ask({ method: 'POST', path: `${collection}?dryRun=All`, body: object, as }),
    UPDATE: () => update(server, own, object, as),
    DELETE: () => server.ask({ method: 'DELETE', path: `${own}?dryRun=All`, as }),
  }
  const { status, body } = await asking[operation]()
  if (status < 300 || status === 409) return true
  const message = String(body['message'])
  if (message.includes('ValidatingAdmissionPolicy')) return false
  throw new Error(`${operation} ${collection}: ${status} ${message}`)
}

/**
 * Whether the cluster's policies admit what is asked of a ConfigMap, which then is there as it is asked about. One question at a
 * time: those about one namespace label it differently.
 */
export async function liveConfig(
  server: ApiServer,
  { request, forged }: ConfigQuestion,
): Promise<boolean> {
  const { object } = request
  const { namespace = '' } = object.metadata
  const label = (value: string) =>
    server.shell(`kubectl label namespace ${namespace} --overwrite berth.dev/team${value}`)
  if (forged !== null) await label(`=${forged}`)
  const { status } = await server.ask({ method: 'POST', path: pathOf(object), body: object })
  if (status === 409) {
    const path = `${pathOf(object)}/${object.metadata.name}`
    await server.ask({ method: 'PUT', path, body: object })
  }
  const isAdmitted = await liveAdmission(server, request)
  if (forged !== null) await label('-')
  return isAdmitted
}

function pathOf(object: ApiObject): string {
  const { namespace } = object.metadata
  const api = `${groupOf(object) === '' ? '/api' : '/apis'}/${object.apiVersion}`
  const place = namespace === undefined ? '' : `/namespaces/${namespace}`
  return `${api}${place}/${resourceOfKind(object.kind)}`
}

async function update(
  server: ApiServer,
  path: string,
  object: ApiObject,
  as: { readonly user: string; readonly groups: readonly string[] },
) {
  const { body: live } = await server.ask({ path })
  const { resourceVersion } = live['metadata'] as { resourceVersion?: string }
  const body = { ...object, metadata: { ...object.metadata, resourceVersion } }
  return server.ask({ method: 'PUT', path: `${path}?dryRun=All`, body, as })
}

const HOOK: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'x',
    namespace: 'default',
    annotations: { 'argocd.argoproj.io/hook': 'PostDelete' },
  },
}

const CONFIG: ApiObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'argocd-cm', namespace: ARGOCD },
}

const PROJECT: ApiObject = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'x', namespace: ARGOCD },
  spec: {},
}

const POLICIES_PATIENCE_MS = 60_000

/** Waits until the server applies its policies, which takes a while after they are created. */
export async function policiesInForce(server: ApiServer, holdsHooks: boolean): Promise<void> {
  const { user } = account(`${ARGOCD}:berth-root`)
  const refused = holdsHooks ? [PROJECT, CONFIG, HOOK] : [PROJECT, CONFIG]
  const until = Date.now() + POLICIES_PATIENCE_MS
  for (const object of refused) {
    while (await liveAdmission(server, { user, operation: 'CREATE', object })) {
      if (Date.now() > until) throw new Error(`no policy refuses ${object.kind}`)
      await wait(200)
    }
  }
}
