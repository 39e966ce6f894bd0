// How long the program that keeps a repository's pull requests is left alone after it didn't answer. Nothing else waits for
// that: what is merged meanwhile is seen in Git.
import type { HostFailure, PullRequestHost } from '#lib/adapters/host/pull-request-host.ts'
import { restAfter } from '#lib/domain/deliveries/retry.ts'

type Rest = { readonly failures: number; readonly until: number; readonly failure: HostFailure }

export class HostRests {
  readonly #rests = new WeakMap<PullRequestHost, Rest>()

  /** Why it isn't asked now; null: it may be. */
  failureOf(host: PullRequestHost, now: number): HostFailure | null {
    const rest = this.#rests.get(host)
    return rest === undefined || rest.until <= now ? null : rest.failure
  }

  /** When it may be asked again. */
  endOf(host: PullRequestHost): number {
    return this.#rests.get(host)?.until ?? 0
  }

  /** After a failure: 5 seconds, three times as long each, ten minutes at most; longer only if the host asks for it. */
  begin(host: PullRequestHost, failure: HostFailure, now: number): void {
    const failures = (this.#rests.get(host)?.failures ?? 0) + 1
    const asked = failure.outcome === 'unreachable' ? failure.askedPauseMs : null
    this.#rests.set(host, { failures, until: now + restAfter(failures, asked), failure })
  }

  end(host: PullRequestHost): void {
    this.#rests.delete(host)
  }
}
