// One pass over a branch: what it works with, how it may end, and what is recorded when it fails.
import { inTenant } from '#db/client.ts'
import { type GitStop, stopForGit } from '#db/queries/git-state.ts'
import { recordBranchError } from '#db/queries/publishing.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublisherWorld, Repository } from './world.ts'

export type PublishOutcome =
  /** The changes are in the commit, which is now the branch's tip. */
  | { readonly outcome: 'published'; readonly commit: string; readonly changes: readonly number[] }
  /** Something about its pull request is otherwise than before. */
  | { readonly outcome: 'proposed' }
  | { readonly outcome: 'idle' }
  /** Another process is working on it. */
  | { readonly outcome: 'busy' }
  /** Something was learned about the remote; another pass should follow at once. */
  | { readonly outcome: 'again' }
  /** A cluster moves to that branch, which must be published first. */
  | { readonly outcome: 'waiting'; readonly branch: string }
  /** It has an older layout, and the effects of the upgrade are known: it waits for an admin to confirm. */
  | { readonly outcome: 'held' }
  /** What keeps its pull request is to be left alone for so long; Git may be read before. */
  | { readonly outcome: 'resting'; readonly message: string; readonly forMs: number }
  /** A later attempt may succeed. */
  | { readonly outcome: 'failed'; readonly message: string }
  /** Nothing of the tenant is published until an admin decides between the database and Git. */
  | { readonly outcome: 'stopped' }
  /** A person must act, or there is a bug. */
  | { readonly outcome: 'refused'; readonly message: string }

export type Pass = {
  readonly world: PublisherWorld
  readonly tenant: TenantIdentity
  readonly branch: string
  readonly repository: Repository
  readonly lockIsLost: () => boolean
}

export async function fail(pass: Pass, message: string): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  world.services.log.warn({ tenant: tenant.name, branch }, `not published: ${message}`)
  await recordError(pass, message)
  return { outcome: 'failed', message }
}

export async function refuse(
  pass: Pass,
  message: string,
  options: { failed: boolean },
): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  world.services.log.error({ tenant: tenant.name, branch }, `refused to publish: ${message}`)
  await inScope(pass, (scope) => recordBranchError(scope, branch, message, options))
  return { outcome: 'refused', message }
}

/** Stops all of the tenant's publishing and saving until an admin decides. */
export async function stop(
  pass: Pick<Pass, 'world' | 'tenant' | 'branch'>,
  gitStop: GitStop,
  generation: string | null,
): Promise<PublishOutcome> {
  const { world, tenant, branch } = pass
  const { code, reason } = gitStop
  world.services.log.error({ tenant: tenant.name, branch, code }, `publishing stops: ${reason}`)
  await inScope(pass, async (scope) => {
    await stopForGit(scope, gitStop, generation)
    await recordBranchError(scope, branch, reason, { failed: false })
  })
  world.fleets.forget(tenant.id)
  return { outcome: 'stopped' }
}

export function recordError(pass: Pass, message: string): Promise<void> {
  return inScope(pass, (scope) => recordBranchError(scope, pass.branch, message, { failed: false }))
}

export function inScope<T>(
  { world, tenant }: Pick<Pass, 'world' | 'tenant'>,
  run: (scope: TenantScope) => Promise<T>,
  options: { readOnly?: boolean } = {},
): Promise<T> {
  return inTenant(
    world.services.database,
    tenant.id,
    (tx) => run({ tx, tenant: tenant.id }),
    options,
  )
}
