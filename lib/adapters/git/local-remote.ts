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
    return this.#readRefs('refs/heads/')
  }

  async readTip(branch: string): Promise<Reading<string | null>> {
    const tips = await this.#readRefs(branchRef(branch))
    if (tips.outcome !== 'read') return tips
    return { outcome: 'read', value: tips.value.get(branch) ?? null }
  }

  async fetch(branch: string, tip: string): Promise<FetchOutcome> {
    branchRef(branch)
    const commit = await this.#store.readCommit(requireObjectId(tip))
    return { outcome: commit === null ? 'moved' : 'fetched' }
  }

  async push(branch: string, expectedTip: string | null, newTip: string): Promise<PushOutcome> {
    const expected = expectedTip === null ? NO_COMMIT : requireObjectId(expectedTip)
    const values = [branchRef(branch), requireObjectId(newTip), expected]
    const outcome = await this.#run(['update-ref', '--end-of-options', ...values])
    if (outcome.exitCode === 0) return { outcome: 'applied' }
    if (outcome.timedOut) return { outcome: 'unknown', message: messageOf(outcome) }
    const tip = await this.readTip(branch)
    if (tip.outcome !== 'read') return tip
    if (tip.value === newTip) return { outcome: 'applied' }
    if (tip.value !== expectedTip) return { outcome: 'rejected-stale' }
    return { outcome: 'refused', message: messageOf(outcome) }
  }

  async #readRefs(prefix: string): Promise<Reading<ReadonlyMap<string, string>>> {
    const format = '--format=%(objectname) %(refname)'
    const outcome = await this.#run(['for-each-ref', format, '--end-of-options', prefix])
    if (outcome.exitCode !== 0) return { outcome: 'unreachable', message: messageOf(outcome) }
    return { outcome: 'read', value: readTipLines(outcome.stdout.toString()) }
  }

  #run(args: readonly string[]): Promise<GitOutcome> {
    return runGit({ directory: this.#store.directory, args, timeoutMs: TIMEOUT_MS })
  }
}

function messageOf({ timedOut, stderr }: GitOutcome): string {
  return timedOut ? 'The repository did not answer in time.' : stderr.trim()
}
