// What clusters report in tests: one application as Argo CD has it, and the same in Berth's short form.

/** A commit that nobody knows. */
const COMMIT = 'cea3ab970482084d99798fe6a17ef3ff9f414ba8'

type Said = {
  readonly name?: string
  readonly namespace?: string
  readonly sync?: string
  readonly health?: string
  readonly revision?: string
  readonly tracked?: boolean
}

const SYNCED = 'successfully synced (all tasks run)'
const DEPLOYED = '2026-11-22T02:04:18Z'

/** As `kubectl get applications.argoproj.io -o json` prints it, cut to a few fields. */
export function argoApplication({
  name = 'ieb--app1',
  namespace = 'argocd',
  sync = 'Synced',
  health = 'Healthy',
  revision = COMMIT,
  tracked = true,
}: Said = {}) {
  const tracking = `berth:argoproj.io/Application:${namespace}/${name}`
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name,
      namespace,
      annotations: tracked ? { 'argocd.argoproj.io/tracking-id': tracking } : {},
      resourceVersion: '383',
    },
    spec: { source: { repoURL: 'https://git.example.com/x.git', targetRevision: 'master' } },
    status: {
      sync: { status: sync, revision },
      health: { status: health },
      history: [{ id: 0, revision, deployedAt: DEPLOYED }],
      operationState: {
        phase: 'Succeeded',
        message: SYNCED,
        startedAt: '2026-11-22T02:04:17Z',
        finishedAt: DEPLOYED,
        syncResult: { revision },
      },
      reconciledAt: '2026-11-22T02:04:42Z',
      summary: { images: ['nginx:1.29'] },
    },
  }
}

export function listOf(...items: readonly object[]) {
  return { apiVersion: 'v1', kind: 'List', items, metadata: { resourceVersion: '' } }
}

/** The same as `argoApplication` says. */
export function reportedItem({
  name = 'ieb--app1',
  namespace = 'argocd',
  sync = 'Synced',
  health = 'Healthy',
  revision = COMMIT,
}: Said = {}) {
  return {
    namespace,
    name,
    targetRevision: 'master',
    revision,
    sync,
    health,
    phase: 'Succeeded',
    message: SYNCED,
    startedAt: '2026-11-22T02:04:17Z',
    finishedAt: DEPLOYED,
    reconciledAt: '2026-11-22T02:04:42Z',
    deleting: false,
    images: ['nginx:1.29'],
    conditions: [],
    history: [{ id: 0, revision, deployedAt: DEPLOYED }],
  }
}

/** The short form, as of now unless it says otherwise. */
export function reportOf(items: readonly object[], fields: object = {}) {
  const at = new Date().toISOString()
  return { apiVersion: 'berth.dev/v1', kind: 'Report', at, complete: true, items, ...fields }
}
