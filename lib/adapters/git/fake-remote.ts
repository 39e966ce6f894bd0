import { branchesConflict } from '#lib/domain/git/branch-pattern.ts'
import type { GitObject } from './object-id.ts'
import type { ObjectStore } from './object-store.ts'
import {
  branchRef,
  requireObjectId,
  type GitRemote,
  type PushOutcome,
  type RemoteFailure,
} from './remote.ts'

/** A remote in memory, for tests of the code that uses remotes. */
export class FakeRemote implements GitRemote {
  readonly kind = 'memory'
  /** The tip of each branch: tests read and move it as other people would. */
  readonly tips = new Map<string, string>()
  /** What other people have pushed, by commit: a fetch brings it into the store. */
  readonly foreign = new Map<string, readonly GitObject[]>()
  /** While set, every read, fetch and push fails with it. */
  failure: RemoteFailure | null = null
  /** What the next pushes answer, whether or not it is true, and whether they move the branch. */
  readonly nextPushes: { readonly answer: PushOutcome; readonly applies: boolean }[] = []
  readonly #store: ObjectStore

  constructor(store: ObjectStore) {
    this.#store = store
  }

  async readTips() {
    return this.failure ?? { outcome: 'read' as const, value: new Map(this.tips) }
  }

  async readTip(branch: string) {
    branchRef(branch)
    return this.failure ?? { outcome: 'read' as const, value: this.tips.get(branch) ?? null }
  }

  async fetch(branch: string, tip: string) {
    branchRef(branch)
    requireObjectId(tip)
    if (this.failure !== null) return this.failure
    await this.#store.write(this.foreign.get(this.tips.get(branch) ?? '') ?? [])
    const isThere = this.tips.has(branch) && (await this.#store.readCommit(tip)) !== null
    return { outcome: isThere ? ('fetched' as const) : ('moved' as const) }
  }

  async push(branch: string, expectedTip: string | null, newTip: string): Promise<PushOutcome> {
    branchRef(branch)
    requireObjectId(newTip)
    if (expectedTip !== null) requireObjectId(expectedTip)
    if (this.failure !== null) return this.failure
    const told = this.nextPushes.shift()
    if (told?.applies === false) return told.answer
    const outcome = this.#move(branch, expectedTip, newTip)
    return told?.answer ?? outcome
  }

  #move(branch: string, expectedTip: string | null, newTip: string): PushOutcome {
    const tip = this.tips.get(branch) ?? null
    if (tip === newTip) return { outcome: 'applied' }
    if (tip !== expectedTip) return { outcome: 'rejected-stale' }
    const obstacle = [...this.tips.keys()].find((other) => branchesConflict(branch, other))
    if (obstacle !== undefined) return { outcome: 'refused', message: `${obstacle} is in the way.` }
    this.tips.set(branch, newTip)
    return { outcome: 'applied' }
  }
}
