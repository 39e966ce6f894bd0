// What a person does once on a cluster after its Argo CD can read the repository, in order: each command, how to see that
// it worked, and what goes wrong otherwise.
import { bootstrapPath } from '#lib/domain/git/repository-paths.ts'
import { CONFINEMENT_WORDS } from '#lib/domain/objects/cluster/confinement.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import {
  askController,
  CONTROLLER,
  NARROW_ROLE,
  patchImpersonation,
  readImpersonation,
  replaceRole,
} from './controller-role.ts'
import { ACCOUNT_NAMES } from './delivery-accounts.ts'
import { metricsStep } from './metrics-step.ts'
import { notificationStep } from './notification-step.ts'
import { REPORTER } from './reporter-manifests.ts'
import type { ManualStep, Stage } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { settingsIn } from './settings-in.ts'
import { shellQuoted } from './shell.ts'

/** What a cluster on `branch` needs, according to its confinement and the namespace of its Argo CD. */
export function onboardingStages(
  cluster: TypedCluster,
  branch: string,
  fleetSettings: ManifestSettings,
): readonly Stage[] {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  const namespace = shellQuoted(settings.argocdNamespace)
  const follow = [
    applyBootstrap(cluster, branch, settings.pullUrl, namespace),
    waitForRoot(cluster, namespace),
  ]
  const isolate = isolationSteps(cluster, settings.argocdNamespace)
  const report = settings.reporter === null ? [] : [letReport(namespace)]
  const stages = [
    { title: 'Follow Git', why: 'nothing runs here before', steps: follow },
    {
      title: 'Keep teams apart',
      why: `its isolation is “${CONFINEMENT_WORDS[cluster.confinement].title}”`,
      steps: isolate,
    },
    { title: 'Report', why: 'Berth sees nothing of it otherwise', steps: report },
  ]
  return stages.filter(({ steps }) => steps.length > 0)
}

/** What a cluster that reports can tell besides. */
export function extraSteps(
  cluster: TypedCluster,
  fleetSettings: ManifestSettings,
): readonly ManualStep[] {
  const { argocdNamespace, reporter } = settingsIn(fleetSettings, cluster.argocdNamespace)
  if (reporter === null) return []
  return [notificationStep(shellQuoted(argocdNamespace), reporter.url), metricsStep(reporter.url)]
}

function isolationSteps(
  { confinement }: TypedCluster,
  argocdNamespace: string,
): readonly ManualStep[] {
  const namespace = shellQuoted(argocdNamespace)
  const accounts = [listProjects(namespace), workAsAccounts(namespace)]
  switch (confinement) {
    case 'project':
      return []
    case 'impersonation':
      return accounts
    case 'account':
      return [...accounts, narrowController(argocdNamespace)]
  }
}

function applyBootstrap(
  { name, confinement }: TypedCluster,
  branch: string,
  pullUrl: string,
  namespace: string,
): ManualStep {
  const holdsHooks = confinement !== 'project'
  const policies = [
    'berth-projects',
    'berth-configs',
    ...(holdsHooks ? ['berth-delete-hooks'] : []),
  ].join(' ')
  return {
    title: 'Apply the bootstrap',
    why: 'It makes the roles, the account and the admission policies that no sync may ever change, and Argo CD’s project and root Application, both named berth. From then on the cluster follows Git by itself.',
    command: [
      'folder=$(mktemp -d)',
      `git clone --depth 1 --branch ${shellQuoted(branch)} ${shellQuoted(pullUrl)} "$folder"`,
      `kubectl apply --filename "$folder"/${shellQuoted(bootstrapPath(name))}`,
    ].join(' &&\n'),
    check: {
      command: [
        `kubectl get clusterrole berth-application berth-root`,
        `kubectl get serviceaccount berth-root --namespace ${namespace}`,
        `kubectl get validatingadmissionpolicybinding ${policies}`,
      ].join(' &&\n'),
      expected: 'All of them are there.',
    },
    warning: holdsHooks
      ? 'From then on a hook of a deletion makes something on this cluster only in the namespace of its own team, also for Applications that Berth doesn’t write. `helm uninstall` of a chart with pre-delete or post-delete hooks fails then, in every namespace; `helm uninstall --no-hooks` leaves the hooks out.'
      : 'Nothing confines teams on this cluster: a team can become its administrator.',
  }
}

function waitForRoot({ confinement }: TypedCluster, namespace: string): ManualStep {
  return {
    title: 'Wait until Argo CD has synced it',
    why: 'The root brings the projects and accounts of the teams that have something here, and two network policies: only Argo CD’s own pods reach its repository server and its cache, as its own manifests have it.',
    command: `kubectl wait application/berth --namespace ${namespace} --for=jsonpath='{.status.sync.status}'=Synced --timeout=10m`,
    check: {
      command: `kubectl get application berth --namespace ${namespace} --output jsonpath='{.status.sync.revision}{"\\n"}'`,
      expected: 'The commit of the branch, as 40 characters or more.',
    },
    warning:
      confinement === 'project'
        ? null
        : 'Go on only when it has: until the root’s own project names its account in Argo CD, the root itself would fail.',
  }
}

function listProjects(namespace: string): ManualStep {
  return {
    title: 'Look for projects that name no accounts',
    why: 'Berth’s projects all name one. What a project of somebody else’s without any brings is refused after the next step.',
    command: `kubectl get appprojects --namespace ${namespace} --output go-template='{{range .items}}{{if not .spec.destinationServiceAccounts}}{{.metadata.name}}{{"\\n"}}{{end}}{{end}}'`,
    check: {
      command: `kubectl get applications --all-namespaces --output custom-columns=PROJECT:.spec.project,APPLICATION:.metadata.name`,
      expected: 'No Application is in a project that was printed.',
    },
    warning:
      'An Application in such a project stops syncing, and what its hooks bring when it is deleted is still made with the controller’s own rights. Give the project accounts (destinationServiceAccounts), or take its Applications away.',
  }
}

function workAsAccounts(namespace: string): ManualStep {
  return {
    title: 'Let Argo CD work as the accounts',
    why: 'Each Application is applied, and deleted, as the account that its project names. It takes effect without a restart.',
    command: patchImpersonation('true', namespace),
    check: {
      command: [
        `kubectl annotate application berth --namespace ${namespace} --overwrite argocd.argoproj.io/refresh=normal`,
        readImpersonation(namespace),
        `kubectl get applications --namespace ${namespace}`,
      ].join(' &&\n'),
      expected:
        'It prints true, and the Applications berth and berth-config and those of the teams stay Synced. application.sync.impersonation.enforced stays unset, or true.',
    },
    warning:
      'Only by this patch: applying a file of argocd-cm would take away its other settings. Where an operator or a chart manages argocd-cm, set it there, or it is put back.',
  }
}

function narrowController(argocdNamespace: string): ManualStep {
  return {
    title: 'Take the controller’s own rights away',
    why: 'Argo CD’s controller keeps what it reads, its own objects, and the right to work as the accounts. If the setting is ever lost, syncs fail instead of being done with the controller’s rights.',
    command: replaceRole(NARROW_ROLE),
    check: {
      command: [
        askController('create configmaps', argocdNamespace),
        askController(`impersonate serviceaccounts/${ACCOUNT_NAMES[0]}`, argocdNamespace),
      ].join('\n'),
      expected: 'First no, then yes.',
    },
    warning: `An upgrade of Argo CD puts its own role back: do this again after each. It is for an Argo CD that runs nothing outside Berth, or whose other projects all name accounts; add the names of those accounts. Where the controller’s ClusterRole or service account has another name than ${CONTROLLER}, as an operator or a chart may give it, change that here.`,
  }
}

/** The Secret is made last, so that the first report can prove what the steps before have done. */
function letReport(namespace: string): ManualStep {
  return {
    title: 'Let the cluster report',
    why: 'The bootstrap brings a Deployment that tells Berth how the applications here are, as soon as it has a token: one for this cluster alone, made above. Run again, the command replaces the token.',
    command: [
      `kubectl create secret generic ${REPORTER} --namespace ${namespace} --from-literal=token=TOKEN --dry-run=client --output yaml |`,
      'kubectl apply --filename -',
    ].join('\n'),
    check: {
      command: [
        `kubectl rollout status deployment/${REPORTER} --namespace ${namespace} --timeout=3m`,
        `kubectl logs deployment/${REPORTER} --namespace ${namespace} --tail=3`,
      ].join(' &&\n'),
      expected: 'After two minutes at most it says that Berth took the report.',
    },
    warning: `Where an authority of your own signed Berth’s certificate, add --from-file=ca.crt=FILE. Where there is no such Deployment, apply the bootstrap again: one from before this step lacks it.`,
  }
}
