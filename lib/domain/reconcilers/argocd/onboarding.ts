// What a person does and checks before a cluster can pull: the text of a cluster's onboarding page.
import type { Confinement } from '#lib/domain/objects/objects.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { shellQuoted } from './shell.ts'

/** The requirements of a cluster, a phrase each. */
export function clusterNeeds(confinement: Confinement): readonly string[] {
  return [
    'Kubernetes 1.30 or newer',
    'Argo CD 3.3 or newer',
    'Argo CD installed cluster-wide, not for single namespaces',
    'Argo CD manages the cluster that it runs on: cluster.inClusterEnabled is not false',
    'Argo CD tracks resources by annotation, its default, not by label',
    ...CONFINEMENT_NEEDS[confinement],
    'Argo CD gives people no role by themselves: policy.default is empty in argocd-rbac-cm, or teams see each other there',
  ]
}

const WORKS_AS_ACCOUNTS =
  'Argo CD works as the accounts that its projects name (impersonation), from the step below on that says so'

const CONFINEMENT_NEEDS: Readonly<Record<Confinement, readonly string[]>> = {
  account: [
    WORKS_AS_ACCOUNTS,
    'Argo CD runs nothing outside Berth, or every other project of it names accounts',
  ],
  impersonation: [WORKS_AS_ACCOUNTS],
  project: [],
}

/**
 * The shell command that gives a cluster's Argo CD its credential for the repository, with `USER` and `TOKEN` to fill
 * in; run again, it replaces the credential. The Secret is never in Git. `depth` keeps Argo CD from cloning every branch
 * with all its history; `project` keeps the teams' Applications from using the credential.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/docs/operator-manual/declarative-setup.md
 */
export function repositoryCredentialCommand(settings: ManifestSettings): string {
  const fields = [
    'type=git',
    `url=${settings.pullUrl}`,
    'depth=1',
    'project=berth',
    'username=USER',
    'password=TOKEN',
  ]
  const create = [
    `kubectl create secret generic berth-gitops --namespace ${shellQuoted(settings.argocdNamespace)}`,
    ...fields.map((field) => `  --from-literal=${shellQuoted(field)}`),
    '  --dry-run=client --output yaml',
  ].join(' \\\n')
  return [
    create,
    'kubectl label --local --filename - argocd.argoproj.io/secret-type=repository --output yaml',
    'kubectl apply --filename -',
  ].join(' |\n')
}
