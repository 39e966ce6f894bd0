// The host of a tenant's pull requests, which is called by the guarded way out, whoever named it.
import { openHost } from '#lib/adapters/host/open-host.ts'
import type { PullRequestHost } from '#lib/adapters/host/pull-request-host.ts'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import type { PullRequestLine } from '#lib/domain/git/pull-request-access.ts'

/** Null: there is none. Calls nothing yet. */
export function openHostOf(
  line: PullRequestLine<string> | null,
  callOut: CallOut,
): PullRequestHost | null {
  if (line === null) return null
  const { settings, repository, token } = line
  return openHost(settings.host, repository, token, callOut)
}
