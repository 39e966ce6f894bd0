// Argo CD, as the fleet, the impact and the publisher know it.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { ManualSteps } from '#lib/domain/reconcilers/interface/manual-steps.ts'
import type { Manifests, Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import { carrySteps } from './carry-steps.ts'
import { applicationKindsWarnings } from './application-kinds-warnings.ts'
import { readApplicationList } from './application-list.ts'
import { applicationText } from './application-manifest.ts'
import { applicationName, applicationPair } from './application-name.ts'
import { applicationWarnings, teamWarnings } from './application-warnings.ts'
import { ROOT } from './argocd.ts'
import { baseFiles, bootstrapText, clusterShape, isBootstrapAnother } from './cluster-manifests.ts'
import { clearingWarnings, clusterWarnings } from './cluster-warnings.ts'
import { configText } from './config-manifest.ts'
import { confinementProof } from './confinement-proof.ts'
import { deliveryWarnings } from './delivery-warnings.ts'
import { readSeries } from './kept-series.ts'
import { namespaceIssues, namespaceReserved, NAMESPACE_IN_USE } from './namespace-issues.ts'
import { offboardingSteps } from './offboarding-steps.ts'
import { extraSteps, onboardingStages } from './onboarding-steps.ts'
import { clusterNeeds, repositoryCredentialCommand } from './onboarding.ts'
import { pullUrlIssues } from './pull-url.ts'
import { README } from './readme.ts'
import { settingsIn } from './settings-in.ts'
import { teamFiles } from './team-manifests.ts'

/** The variant is the namespace of the cluster's Argo CD, where it differs from the settings. */
export const argocd: Reconciler = {
  name: 'argocd',
  title: 'Argo CD',
  variantOf: ({ argocdNamespace }) => argocdNamespace,
  followsNamespace: true,
  files: {
    root: 'root.yaml',
    base: {
      always: ['network.yaml', 'project.yaml', 'root.yaml'],
      optional: ['default-project.yaml'],
    },
    team: {
      always: ['account.yaml', 'namespace.yaml', 'network.yaml', 'project.yaml'],
      optional: ['quota.yaml', 'rolebinding-edit.yaml', 'rolebinding-view.yaml'],
    },
  },
  manifests,
  shapeOf: clusterShape,
  overrides: ['argocd_namespace', 'default_project'],
  clusterFields: ['default_project', 'argocd_namespace', 'confinement'],
  isBootstrapAnother,
  readme: README,
  issues: {
    pullUrl: pullUrlIssues,
    teamName: namespaceReserved,
    namespace: namespaceIssues,
    variantInUse: NAMESPACE_IN_USE,
  },
  warnings: {
    cluster: clusterWarnings,
    team: teamWarnings,
    application: applicationWarnings,
    delivery: deliveryWarnings,
    kinds: applicationKindsWarnings,
    clearing: clearingWarnings,
  },
  reports: {
    root: ROOT,
    nameOf: applicationName,
    pairOf: applicationPair,
    readList: readApplicationList,
    readSeries,
    confinementProof,
  },
  manualSteps,
}

function manifests(
  settings: ManifestSettings,
  branch: (cluster: TypedCluster) => string,
): Manifests {
  return {
    application: (application, namespace, told) =>
      applicationText(application, settingsIn(settings, namespace), told),
    config: (application, _namespace, told) => configText(application, told),
    team: (team, namespace) => teamFiles(team, settingsIn(settings, namespace)),
    base: (cluster) => baseFiles(cluster, branch(cluster), settings),
    bootstrap: (cluster) => bootstrapText(cluster, branch(cluster), settings),
  }
}

function manualSteps(
  cluster: TypedCluster,
  branch: string,
  fleetSettings: ManifestSettings,
): ManualSteps {
  const settings = settingsIn(fleetSettings, cluster.argocdNamespace)
  return {
    namespace: settings.argocdNamespace,
    needs: clusterNeeds(cluster.confinement),
    credentialCommand: repositoryCredentialCommand(settings),
    stages: onboardingStages(cluster, branch, settings),
    extras: extraSteps(cluster, settings),
    carry: carrySteps(cluster.name),
    undo: offboardingSteps(cluster, settings),
    undoInPart:
      'To isolate teams less on a cluster that stays, do step 3 alone, or for no isolation steps 3 and 4.',
  }
}
