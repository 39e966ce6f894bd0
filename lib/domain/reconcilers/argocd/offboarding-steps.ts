// What a person does on a cluster to undo what the onboarding did there by hand, in an order that never leaves anything
// half protected. Every command can be repeated, and after the first one it also works where its step was never done.
import { APPLICATION_ROLE } from '#lib/domain/objects/bound-roles.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { CONFIG_ROOT, ROOT, TEAM_LABEL } from './argocd.ts'
import {
  askController,
  CONTROLLER,
  patchImpersonation,
  readImpersonation,
  replaceRole,
  STOCK_ROLE,
} from './controller-role.ts'
import { ROOT_ACCOUNT } from './delivery-accounts.ts'
import type { ManualStep } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { REPORTER } from './reporter-manifests.ts'
import { settingsIn } from './settings-in.ts'
import { shellQuoted } from './shell.ts'

/** The steps that remove Berth from a cluster, whatever its confinement is or was. */
export function offboardingSteps(
  cluster: TypedCluster,
  fleetSettings: ManifestSettings,
): readonly ManualStep[] {
  const { argocdNamespace } = settingsIn(fleetSettings, cluster.argocdNamespace)
  const namespace = shellQuoted(argocdNamespace)
  return [
    removePlacements(namespace),
    deleteBootstrap(namespace),
    restoreController(argocdNamespace),
    workAsItself(namespace),
    deleteLeftovers(cluster, namespace),
  ]
}

const PRINT_DELETED =
  '{{range .items}}{{if .metadata.deletionTimestamp}}{{.metadata.namespace}}/{{.metadata.name}}{{"\\n"}}{{end}}{{end}}'

function removePlacements(namespace: string): ManualStep {
  return {
    title: 'Take away what runs here',
    why: 'In Berth, have no policy place anything on this cluster. Argo CD then deletes what the teams brought, as their accounts, so it comes before all else. This has it look at Git at once.',
    command: `kubectl annotate application berth --namespace ${namespace} --overwrite argocd.argoproj.io/refresh=normal`,
    check: {
      command: [
        `kubectl get applications,appprojects --namespace ${namespace} --selector ${TEAM_LABEL}`,
        `kubectl get applications --all-namespaces --output go-template='${PRINT_DELETED}'`,
      ].join(' &&\n'),
      expected: 'No resources are found, and no Application is printed.',
    },
    warning:
      'An Application that is printed is being deleted and waits, perhaps because one of its hooks was refused. The next steps would let that hook through, with the controller’s own rights: look at it first, also where it is not Berth’s.',
  }
}

function deleteBootstrap(namespace: string): ManualStep {
  const policies = 'validatingadmissionpolicybinding,validatingadmissionpolicy'
  return {
    title: 'Delete the bootstrap',
    why: 'First the root and what it brought to apply configs, so that nothing follows Git any more, then the admission policies, what reports to Berth, and the rights.',
    command: [
      // The root first: it would bring the other one again.
      `kubectl delete application.argoproj.io/${ROOT} application.argoproj.io/${CONFIG_ROOT} appproject.argoproj.io/${ROOT} --namespace ${namespace} --ignore-not-found`,
      `kubectl delete ${policies} berth-projects berth-configs berth-delete-hooks --ignore-not-found`,
      `kubectl delete deployment,networkpolicy,rolebinding,role,serviceaccount,secret ${REPORTER} --namespace ${namespace} --ignore-not-found`,
      `kubectl delete clusterrolebinding ${ROOT_ACCOUNT} ${REPORTER} --ignore-not-found`,
      `kubectl delete clusterrole ${ROOT_ACCOUNT} ${APPLICATION_ROLE} ${REPORTER} --ignore-not-found`,
      `kubectl delete serviceaccount ${ROOT_ACCOUNT} --namespace ${namespace} --ignore-not-found`,
    ].join(' &&\n'),
    check: {
      command: `kubectl get application,appproject ${ROOT} ${CONFIG_ROOT} --namespace ${namespace} --ignore-not-found`,
      expected: 'Nothing is printed.',
    },
    warning:
      'What is still placed here would run on without anybody, and could no longer be deleted as its team.',
  }
}

function restoreController(argocdNamespace: string): ManualStep {
  return {
    title: 'Give the controller its rights back',
    why: 'Where they were taken away: this is the role that Argo CD comes with. Its own manifests, applied again, bring it as well.',
    command: replaceRole(STOCK_ROLE),
    check: {
      command: askController('create configmaps', argocdNamespace),
      expected: 'It prints yes.',
    },
    warning: `From then on Argo CD may do everything on this cluster. Leave it out where other projects name accounts and shall stay confined. Where an operator or a chart gives the ClusterRole another name than ${CONTROLLER}, have that put it back.`,
  }
}

function workAsItself(namespace: string): ManualStep {
  return {
    title: 'Let Argo CD work as itself',
    why: 'Where it was told to work as the accounts of projects: without the setting it applies everything with its own rights. It takes effect without a restart.',
    command: patchImpersonation(null, namespace),
    check: {
      command: readImpersonation(namespace),
      expected: 'An empty line.',
    },
    warning:
      'Only after the step before, or every sync fails. Leave it out where other projects name accounts and shall stay confined.',
  }
}

function deleteLeftovers({ defaultProject }: TypedCluster, namespace: string): ManualStep {
  return {
    title: 'Delete what no sync deletes',
    why: 'The network policies around Argo CD’s repository server and cache, and the credential for the repository. Argo CD’s own network policies stay.',
    command: [
      `kubectl delete networkpolicy berth-argocd-repo-server berth-argocd-redis --namespace ${namespace} --ignore-not-found`,
      `kubectl delete secret berth-gitops --namespace ${namespace} --ignore-not-found`,
    ].join(' &&\n'),
    check: {
      command: `kubectl get namespaces --selector ${TEAM_LABEL}`,
      expected:
        'The namespaces of teams that were here, with what Argo CD doesn’t manage. Delete each by kubectl delete namespace, once nobody needs what is in it. In Berth, delete the cluster.',
    },
    warning:
      defaultProject === 'empty'
        ? 'Argo CD’s project default stays emptied: what it shall permit again is for you to write.'
        : null,
  }
}
