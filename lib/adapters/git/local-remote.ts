import type { ObjectStore } from './object-store.ts'
import {
  branchRef,
  readTipLines,
  requireObjectId,
  type FetchOutcome,
  type GitRemote,
  type PushOutcome,
  type Reading,
} from './remote.ts'
import { runGit, type GitOutcome } from './run-git.ts'

const TIMEOUT_MS = 30_000
const SILENT = 'The repository did not answer in time.'
/** What git takes as the old value of a ref that must not exist. */
const NO_COMMIT = '0'.repeat(40)

/** A bare repository on this machine that is both the store and what clusters pull from: a push only moves a ref. */
export class LocalRemote implements GitRemote {
  readonly kind = 'local'
  readonly #store: ObjectStore

  constructor(store: ObjectStore) {
    this.#store = store
  }

  async readTips(): Promise<Reading<ReadonlyMap<string, string>>> {
    const { directory } = this.#store
    const args = ['for-each-ref', '--format=%(objectname) %(refname)', 'refs/heads/']
    const outcome = await runGit({ directory, args, timeoutMs: TIMEOUT_MS })
    if (outcome.exitCode !== 0) return { outcome: 'unreachable', message: messageOf(outcome) }
    return { outcome: 'read', value: readTipLines(outcome.stdout.toString()) }
  }

  async readTip(branch: string): Promise<Reading<string | null>> {
    const ref = branchRef(branch)
    try {
      return { outcome: 'read', value: await this.#store.readRef(ref) }
    } catch (error) {
      return { outcome: 'unreachable', message: String(error) }
    }
  }

  async fetch(branch: string, tip: string): Promise<FetchOutcome> {
    branchRef(branch)
    const commit = await this.#store.readCommit(requireObjectId(tip))
    return { outcome: commit === null ? 'moved' : 'fetched' }
  }

  async push(branch: string, expectedTip: string | null, newTip: string): Promise<PushOutcome> {
    const expected = expectedTip === null ? NO_COMMIT : requireObjectId(expectedTip)
    const ref = branchRef(branch)
    const moved = await this.#store.moveRef({ ref, to: requireObjectId(newTip), from: expected })
    if (moved.outcome === 'moved') return { outcome: 'applied' }
    if (moved.outcome === 'unknown') return { outcome: 'unknown', message: SILENT }
    const tip = await this.readTip(branch)
    if (tip.outcome !== 'read') return tip
    if (tip.value === newTip) return { outcome: 'applied' }
    if (tip.value !== expectedTip) return { outcome: 'rejected-stale' }
    return { outcome: 'refused', message: moved.message }
  }
}

function messageOf({ timedOut, stderr }: GitOutcome): string {
  return timedOut ? SILENT : stderr.trim()
}
