// What kubectl prints of a cluster with the root and one Application of a team.
import { NARROW_ROLE } from '../controller-role.ts'
import type { ClusterFiles } from './run-reporter.ts'

/** As kubectl prints JSON. */
export function printed(object: object): string {
  return `${JSON.stringify(object, null, 4)}\n`
}

type Told = {
  readonly revision?: string
  readonly health?: string
  readonly reconciledAt?: string
  readonly generation?: number
}

/** The list of Applications; what is given is of the team’s. */
export function reportedList(told: Told = {}): string {
  const items = [
    application('berth', 'berth', 'refs/heads/main', {}),
    application('payments--api', 'payments', 'main', told),
  ]
  return printed({ apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } })
}

function application(
  name: string,
  project: string,
  targetRevision: string,
  {
    revision = 'cea3ab970482084d99798fe6a17ef3ff9f414ba8',
    health = 'Healthy',
    reconciledAt = '2026-11-22T02:04:42Z',
    generation = 1,
  }: Told,
): object {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      annotations: {
        'argocd.argoproj.io/tracking-id': `berth:argoproj.io/Application:argocd/${name}`,
      },
      creationTimestamp: '2026-11-22T02:04:15Z',
      generation,
      name,
      namespace: 'argocd',
      resourceVersion: String(generation),
    },
    spec: {
      destination: { namespace: 'argocd', server: 'https://kubernetes.default.svc' },
      project,
      source: { path: '.', repoURL: 'https://git.example.com/x.git', targetRevision },
    },
    status: {
      health: { lastTransitionTime: '2026-11-22T02:04:17Z', status: health },
      history: [{ deployedAt: '2026-11-22T02:04:18Z', id: 0, revision }],
      operationState: {
        finishedAt: '2026-11-22T02:04:42Z',
        message: 'successfully synced (all tasks run)',
        phase: 'Succeeded',
        startedAt: '2026-11-22T02:04:41Z',
        syncResult: { revision },
      },
      reconciledAt,
      sync: { revision, status: 'Synced' },
    },
  }
}

export const CLUSTER_FILES: ClusterFiles = {
  'applications.argoproj.io': reportedList(),
  configmap: printed({ data: { 'application.sync.impersonation.enabled': 'true' } }),
  clusterrole: printed(NARROW_ROLE),
  'appprojects.argoproj.io': printed({ items: [] }),
}
