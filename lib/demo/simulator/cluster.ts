// A cluster of the demo: what its Argo CD has pulled of what Berth published, and what it says of that.
import type { ReportedItem } from '#lib/domain/observed/reported.ts'
import { applicationAt, type Home, type Manifest } from './application.ts'
import { between } from './chance.ts'
import { later } from './seconds.ts'
import type { Followed } from './sources.ts'

/** What the newest commit of a cluster's branch holds for it. */
export type Published = {
  readonly branch: string
  readonly commit: string
  /** When the branch got that commit. */
  readonly at: Date
  readonly applications: readonly PublishedApplication[]
}

export type PublishedApplication = Followed & {
  /** When the branch got its manifest as it is. */
  readonly since: Date
}

type Pulled = Pick<Published, 'branch' | 'commit'> & { readonly at: Date }

/** After a pull, what was pulled is being applied for so long. */
const BUSY_MS = 60_000

export class SimulatedCluster {
  readonly #home: Home
  #pulled: Pulled | null = null
  #manifests: ReadonlyMap<string, Manifest> = new Map()
  readonly #leaving = new Map<string, { readonly manifest: Manifest; readonly goneAt: Date }>()
  #next: { readonly published: Published; readonly dueAt: Date } | null = null
  #busyUntil = new Date(0)

  constructor(home: Home) {
    this.#home = home
  }

  /** Tells it what is published; it pulls that some seconds later. Answers when, if that moves anything on the cluster. */
  see(published: Published): Date | null {
    const known = this.#next?.published ?? this.#pulled
    if (known?.commit === published.commit && known.branch === published.branch) return null
    this.#pullWhatIsDue(published.at)
    const dueAt = this.#next?.dueAt ?? this.#pullOf(published.at)
    const isFirst = this.#pulled === null
    // What was there before anybody looked has been pulled.
    if (isFirst) this.#pull(published, dueAt)
    else this.#next = { published, dueAt }
    return isFirst || this.#moves(published) ? dueAt : null
  }

  /** When it pulls next; null: there is nothing new. */
  get pullsAt(): Date | null {
    return this.#next?.dueAt ?? null
  }

  /** Whether what it says changes within seconds. */
  isBusyAt(now: Date): boolean {
    return now < this.#busyUntil
  }

  /** What its Argo CD lists at an instant, which is never before the one that was asked for last. */
  itemsAt(now: Date): readonly ReportedItem[] {
    this.#pullWhatIsDue(now)
    for (const [name, { goneAt }] of this.#leaving) if (goneAt <= now) this.#leaving.delete(name)
    const [troubled] = this.#manifests.keys()
    const there = [...this.#manifests].map(([name, manifest]) =>
      applicationAt(this.#home, manifest, name === troubled, now),
    )
    const leaving = [...this.#leaving.values()].map(({ manifest }) => ({
      ...applicationAt(this.#home, manifest, false, now),
      deleting: true,
    }))
    return [...this.#root(), ...there, ...leaving]
  }

  #pullWhatIsDue(now: Date): void {
    if (this.#next === null || this.#next.dueAt > now) return
    const { published, dueAt } = this.#next
    this.#next = null
    this.#pull(published, dueAt)
  }

  #moves({ applications }: Published): boolean {
    const manifests = this.#manifestsOf(applications)
    return manifests.size !== this.#manifests.size || this.#hasNews(manifests)
  }

  #hasNews(manifests: ReadonlyMap<string, Manifest>): boolean {
    return [...manifests].some(
      ([name, { appliedAt }]) =>
        this.#manifests.get(name)?.appliedAt.getTime() !== appliedAt.getTime(),
    )
  }

  #manifestsOf(applications: Published['applications']): ReadonlyMap<string, Manifest> {
    return new Map(
      applications
        .map(({ since, ...said }) => ({ ...said, appliedAt: this.#pullOf(since) }))
        .map((manifest) => [`${manifest.team}--${manifest.application}`, manifest] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  }

  #pull({ branch, commit, applications }: Published, at: Date): void {
    const manifests = this.#manifestsOf(applications)
    for (const [name, manifest] of this.#manifests) {
      if (manifests.has(name)) continue
      const goneAt = later(at, between(5, 25, 'gone', this.#home.cluster, name, commit))
      this.#leaving.set(name, { manifest, goneAt })
    }
    if (this.#hasNews(manifests) || this.#leaving.size > 0)
      this.#busyUntil = new Date(at.getTime() + BUSY_MS)
    for (const name of manifests.keys()) this.#leaving.delete(name)
    this.#manifests = manifests
    this.#pulled = { branch, commit, at }
  }

  #pullOf(publishedAt: Date): Date {
    const { cluster, temper } = this.#home
    return later(publishedAt, between(3, 12, 'pull', cluster, publishedAt.getTime()) + temper.lagS)
  }

  #root(): ReportedItem[] {
    if (this.#pulled === null) return []
    const { branch, commit, at } = this.#pulled
    return [
      {
        namespace: this.#home.namespace,
        name: 'berth',
        isTracked: true,
        targetRevision: branch,
        revision: commit,
        sync: 'Synced',
        health: 'Healthy',
        phase: 'Succeeded',
        message: 'successfully synced (all tasks run)',
        startedAt: at,
        finishedAt: at,
        reconciledAt: null,
        deleting: false,
        images: [],
        conditions: [],
        history: [],
      },
    ]
  }
}
