// A cluster whose Argo CD reads some or all commits of Berth's branches in order: which objects exist then, which are
// deleted, and which wait for their deletion. https://github.com/argoproj/argo-cd/blob/37ee0097/controller/appcontroller.go
// `finalizeApplicationDeletion`, `finalizeProjectDeletion`
import type { KubernetesObject } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'
import { objectsOf } from '#lib/domain/reconcilers/argocd/testing/sample-fleet.ts'

type Live = { readonly object: KubernetesObject; readonly isGoing: boolean }
type Files = ReadonlyMap<string, string>

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options'

export class WalkedCluster {
  readonly name: string
  readonly live = new Map<string, Live>()
  /** The branch that its root reads; null before the bootstrap was applied. */
  branch: string | null = null

  constructor(name: string) {
    this.name = name
  }

  /** What a person applies by hand, from the branch that the cluster is on. */
  bootstrap(branch: string, files: Files): void {
    for (const object of objectsOf(files.get(`bootstrap/${this.name}.yaml`) ?? '')) {
      this.#apply(object)
    }
    this.branch = branch
  }

  /** One sync of the root; a missing folder is an error to Argo CD, and changes nothing. */
  sync(files: Files): void {
    const folder = [...files].filter(
      ([path]) => path.startsWith(`clusters/${this.name}/`) && path.endsWith('.yaml'),
    )
    if (folder.length === 0) return
    const wanted = folder.flatMap(([, text]) => objectsOf(text))
    for (const object of wanted) this.#apply(object)
    this.#prune(new Set(wanted.map(keyOf)))
    const root = wanted.find(
      ({ kind, metadata }) => kind === 'Application' && metadata.name === 'berth',
    )
    this.branch = branchOf(root) ?? this.branch
  }

  /** Completes the deletions that can be completed: Applications first, then projects that no Application names. */
  finish(): void {
    this.#remove(({ kind }) => kind === 'Application')
    const named = new Set(
      this.objects().map(
        ({ metadata, spec }) => `${metadata.namespace}/${String(spec?.['project'])}`,
      ),
    )
    this.#remove(
      ({ kind, metadata }) =>
        kind === 'AppProject' && !named.has(`${metadata.namespace}/${metadata.name}`),
    )
  }

  /** Including those that wait for their deletion. */
  objects(): KubernetesObject[] {
    return [...this.live.values()].map(({ object }) => object)
  }

  #remove(isMeant: (object: KubernetesObject) => boolean): void {
    for (const [key, { object, isGoing }] of this.live) {
      if (isGoing && isMeant(object)) this.live.delete(key)
    }
  }

  #apply(object: KubernetesObject): void {
    const key = keyOf(object)
    this.live.set(key, { object, isGoing: this.live.get(key)?.isGoing ?? false })
  }

  /** Deletes what is no longer in Git, unless the object itself forbids it; with a finalizer it waits. */
  #prune(wanted: ReadonlySet<string>): void {
    for (const [key, { object }] of this.live) {
      const { annotations = {}, finalizers = [] } = object.metadata
      const isKept = (annotations[SYNC_OPTIONS] ?? '').split(',').includes('Prune=false')
      if (wanted.has(key) || isKept || isByHand(object)) continue
      if (finalizers.length === 0) this.live.delete(key)
      else this.live.set(key, { object, isGoing: true })
    }
  }
}

/** Objects that only the bootstrap contains, so no sync of the root touches them. */
function isByHand({ kind, metadata }: KubernetesObject): boolean {
  const kinds = ['ClusterRole', 'ClusterRoleBinding']
  const isPolicy = kind.startsWith('ValidatingAdmissionPolicy')
  return (
    isPolicy || kinds.includes(kind) || ['berth-root', 'berth-reporter'].includes(metadata.name)
  )
}

function keyOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.namespace ?? ''}/${metadata.name}`
}

function branchOf(root: KubernetesObject | undefined): string | null {
  const source = root?.spec?.['source']
  if (typeof source !== 'object' || source === null || !('targetRevision' in source)) return null
  return String(source.targetRevision).replace('refs/heads/', '')
}
