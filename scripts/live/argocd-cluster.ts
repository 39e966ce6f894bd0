// A cluster with what Argo CD's release installs, as far as the API server is concerned: its kinds, its settings, and its
// controller's account with its roles.
import path from 'node:path'
import { type ApiServer, type Printed, startApiServer } from './api-server.ts'
import { argocdManifests } from './programs.ts'

/** The namespace that its manifests are for. */
export const ARGOCD = 'argocd'
/** Its account, as `namespace:name`. */
export const CONTROLLER = `${ARGOCD}:argocd-application-controller`

const INSTALLED = [
  'crds',
  'base/config',
  'base/application-controller-roles',
  'cluster-rbac/application-controller',
]

export async function startArgocdCluster(): Promise<ApiServer> {
  const server = await startApiServer()
  const manifests = argocdManifests()
  const commands = [
    `kubectl create namespace ${ARGOCD}`,
    ...INSTALLED.map(
      (folder) =>
        `kubectl apply --server-side --namespace ${ARGOCD} --kustomize '${path.join(manifests, folder)}'`,
    ),
    'kubectl wait --for=condition=Established --timeout=60s customresourcedefinition --all',
  ]
  await done(server.shell(commands.join(' &&\n')))
  return server
}

/** The output of a command; throws if it failed. */
export async function done(printed: Promise<Printed>): Promise<string> {
  const { code, out, error } = await printed
  if (code !== 0) throw new Error(`${code}: ${out}\n${error}`)
  return out
}
