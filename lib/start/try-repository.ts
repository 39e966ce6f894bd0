// Tries the settings of a tenant's repository: asks it for its branches, and its host for a pull request. Nothing is pushed, and
// none is opened.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { NetworkRemote } from '#lib/adapters/git/network-remote.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import type { FleetRepository } from '#lib/domain/git/fleet-repository.ts'
import { proposedRef } from '#lib/domain/git/pull-request.ts'
import { type PullRequestLine, pullRequestLine } from '#lib/domain/git/pull-request-access.ts'
import type { RepositoryTrial } from '#lib/schemas/repository-settings.ts'
import { defaultRepository, environmentLine } from '#lib/usecases/repository/tenant-repository.ts'
import type { PublishingServices } from '#lib/usecases/services.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { openHostOf } from './tenant-host.ts'
import { environmentRemote, ownRemote, type TenantRemote } from './tenant-remote.ts'

const TIMEOUT_MS = 15_000

type Answer = Omit<RepositoryTrial, 'pull_requests'>

const HELD_HERE: Answer = {
  ok: true,
  message: 'Berth holds the repository itself.',
  branches: null,
}

/** `repository` null: the tenant has no settings of its own. */
export async function tryRepository(
  services: Pick<PublishingServices, 'environment' | 'callOut'>,
  tenant: TenantIdentity,
  repository: FleetRepository | null,
): Promise<RepositoryTrial> {
  const { environment, callOut } = services
  if (repository !== null) {
    return tryBoth(ownRemote(environment, repository), pullRequestLine(repository), callOut)
  }
  if (defaultRepository(environment, tenant).source === 'embedded') {
    return { ...HELD_HERE, pull_requests: null }
  }
  return tryBoth(environmentRemote(environment), environmentLine(environment), callOut)
}

async function tryBoth(
  remote: TenantRemote,
  line: PullRequestLine<string> | null,
  callOut: CallOut,
): Promise<RepositoryTrial> {
  const [answer, pullRequests] = await Promise.all([tryRemote(remote), tryHost(line, callOut)])
  return { ...answer, pull_requests: pullRequests }
}

async function tryRemote(remote: TenantRemote): Promise<Answer> {
  if (remote.kind === 'local') return HELD_HERE
  const directory = await mkdtemp(path.join(tmpdir(), 'berth-try-'))
  const store = await openObjectStore(path.join(directory, 'empty.git'), 'main')
  try {
    const timeouts = {
      readTimeoutMs: TIMEOUT_MS,
      fetchTimeoutMs: TIMEOUT_MS,
      pushTimeoutMs: TIMEOUT_MS,
    }
    const tips = await new NetworkRemote(store, remote.url, remote.route, timeouts).readTips()
    if (tips.outcome !== 'read') return { ok: false, message: tips.message, branches: null }
    const { size: branches } = tips.value
    return { ok: true, message: 'The repository answers, and takes the credential.', branches }
  } finally {
    store.close()
    await rm(directory, { recursive: true, force: true })
  }
}

const BASE = 'main'

/** What a token may write, only writing shows. */
async function tryHost(
  line: PullRequestLine<string> | null,
  callOut: CallOut,
): Promise<RepositoryTrial['pull_requests']> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const host = openHostOf(line, (url, call) => callOut(url, { ...call, signal }))
  if (host === null) return null
  const answer = await host.findOpen({ head: proposedRef(BASE), base: BASE })
  return answer.outcome === 'done'
    ? { ok: true, message: READS }
    : { ok: false, message: answer.reason }
}

const READS =
  'The host shows its pull requests to the token; whether it may open them, the first one will tell.'
