import type { ObjectStore } from './object-store.ts'
import { pushResult, readFailure } from './remote-answer.ts'
import {
  branchRef,
  readTipLines,
  requireObjectId,
  type FetchOutcome,
  type GitRemote,
  type PushOutcome,
  type Reading,
} from './remote.ts'
import { type NetworkRoute, RouteRefused } from './route.ts'
import { runGit, type GitOutcome } from './run-git.ts'

export type RemoteTimeouts = {
  readonly readTimeoutMs: number
  readonly fetchTimeoutMs: number
  readonly pushTimeoutMs: number
}

const TIMEOUTS: RemoteTimeouts = {
  readTimeoutMs: 30_000,
  fetchTimeoutMs: 300_000,
  pushTimeoutMs: 120_000,
}

const FETCH_OPTIONS = [
  '--quiet',
  '--no-tags',
  '--no-recurse-submodules',
  '--no-write-fetch-head',
  '--no-auto-maintenance',
]

/** A repository elsewhere, reached by git over HTTP or ssh. The store holds what is sent and what was fetched. */
export class NetworkRemote implements GitRemote {
  readonly kind: GitRemote['kind']
  readonly #store: ObjectStore
  readonly #url: string
  readonly #route: NetworkRoute
  readonly #timeouts: RemoteTimeouts

  constructor(
    store: ObjectStore,
    url: string,
    route: NetworkRoute,
    timeouts: RemoteTimeouts = TIMEOUTS,
  ) {
    this.kind = route.protocol
    this.#store = store
    this.#url = url
    this.#route = route
    this.#timeouts = timeouts
  }

  async readTips(): Promise<Reading<ReadonlyMap<string, string>>> {
    return this.#readRefs([])
  }

  async readTip(branch: string): Promise<Reading<string | null>> {
    const tips = await this.#readRefs([branchRef(branch)])
    if (tips.outcome !== 'read') return tips
    return { outcome: 'read', value: tips.value.get(branch) ?? null }
  }

  async fetch(branch: string, tip: string): Promise<FetchOutcome> {
    requireObjectId(tip)
    const refspec = `+${branchRef(branch)}:${rememberedRef(branch)}`
    const args = ['fetch', ...FETCH_OPTIONS, '--end-of-options', this.#url, refspec]
    const outcome = await this.#run(args, this.#timeouts.fetchTimeoutMs)
    if (/^fatal: couldn't find remote ref /m.test(outcome.stderr)) return { outcome: 'moved' }
    if (outcome.exitCode !== 0) return readFailure(outcome)
    const commit = await this.#store.readCommit(tip)
    return { outcome: commit === null ? 'moved' : 'fetched' }
  }

  async push(branch: string, expectedTip: string | null, newTip: string): Promise<PushOutcome> {
    const ref = branchRef(branch)
    const expected = expectedTip === null ? '' : requireObjectId(expectedTip)
    const lease = `--force-with-lease=${ref}:${expected}`
    const refspec = `${requireObjectId(newTip)}:${ref}`
    const options = ['--porcelain', '--no-verify', lease]
    const args = ['push', ...options, '--end-of-options', this.#url, refspec]
    const result = pushResult(await this.#run(args, this.#timeouts.pushTimeoutMs), ref)
    if (result.outcome === 'applied') await this.#remember(branch, newTip)
    if (result.outcome !== 'rejected') return result
    const tip = await this.readTip(branch)
    if (tip.outcome !== 'read') return tip
    if (tip.value === newTip) return { outcome: 'applied' }
    if (tip.value !== expectedTip) return { outcome: 'rejected-stale' }
    return { outcome: 'refused', message: result.message }
  }

  async #readRefs(patterns: readonly string[]): Promise<Reading<ReadonlyMap<string, string>>> {
    const args = ['ls-remote', '--quiet', '--heads', '--end-of-options', this.#url, ...patterns]
    const outcome = await this.#run(args, this.#timeouts.readTimeoutMs)
    if (outcome.exitCode !== 0) return readFailure(outcome)
    const tips = readTipLines(outcome.stdout.toString())
    if (tips.size > 0 || this.kind === 'ssh') return { outcome: 'read', value: tips }
    return this.#confirmAbsence(args)
  }

  /**
   * Git takes any web page for a repository of the oldest kind, without branches. So an answer without branches counts only
   * with the content type of a git server, which git shows in its trace.
   */
  async #confirmAbsence(args: readonly string[]): Promise<Reading<ReadonlyMap<string, string>>> {
    const trace = { GIT_TRACE_CURL: '1', GIT_TRACE_CURL_NO_DATA: '1' }
    const outcome = await this.#run(args, this.#timeouts.readTimeoutMs, trace)
    if (outcome.exitCode !== 0) return readFailure(outcome)
    if (!/content-type: application\/x-git-upload-pack-advertisement\b/i.test(outcome.stderr)) {
      return { outcome: 'unreachable', message: 'The remote does not answer as a git server.' }
    }
    return { outcome: 'read', value: readTipLines(outcome.stdout.toString()) }
  }

  /** Lets the next fetch ask only for newer commits; nothing else depends on it. */
  async #remember(branch: string, tip: string): Promise<void> {
    const args = ['update-ref', '--end-of-options', rememberedRef(branch), tip]
    await this.#run(args, this.#timeouts.readTimeoutMs)
  }

  async #run(
    args: readonly string[],
    timeoutMs: number,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<GitOutcome> {
    const { directory } = this.#store
    try {
      return await this.#route.lend((transport) =>
        runGit({ directory, args, transport, timeoutMs, environment }),
      )
    } catch (error) {
      if (error instanceof RouteRefused) return neverStarted(error)
      throw error
    }
  }
}

function neverStarted({ message }: RouteRefused): GitOutcome {
  const stderr = `berth: ${message}`
  return { exitCode: null, timedOut: false, overflowed: false, stdout: Buffer.of(), stderr }
}

/** A flat name for each branch: git can't hold both `a` and `a/b`, but `a` may be gone at the remote when `a/b` comes. */
function rememberedRef(branch: string): string {
  return `refs/berth/${branch.replaceAll('/', '%2F')}`
}
