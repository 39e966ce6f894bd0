// The pull requests of one repository, at whichever host.
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import type { GitHost } from '#lib/domain/git/push.ts'
import { openAzureDevOps } from './azure-devops.ts'
import { openGitea } from './gitea.ts'
import { openGitHub } from './github.ts'
import { openGitLab } from './gitlab.ts'
import type { PullRequestHost } from './pull-request-host.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'

const OPENS: Readonly<
  Record<
    GitHost,
    (repository: HostedRepository, token: string, callOut: CallOut) => PullRequestHost
  >
> = {
  github: openGitHub,
  gitlab: openGitLab,
  'azure-devops': openAzureDevOps,
  gitea: openGitea,
}

/** Calls nothing yet. */
export function openHost(
  host: GitHost,
  repository: HostedRepository,
  token: string,
  callOut: CallOut,
): PullRequestHost {
  return OPENS[host](repository, token, callOut)
}
