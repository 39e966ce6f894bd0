// What decides whether a rollout goes on, as it is at one instant.
import { readAwaitedMerges } from '#db/queries/awaited-merges.ts'
import { readChecks } from '#db/queries/rollout-checks.ts'
import { readApprovals } from '#db/queries/rollout-events.ts'
import { readPublishedAt } from '#db/queries/rollout-instants.ts'
import { readSucceeded } from '#db/queries/successes.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { freezesOn } from '#lib/domain/impact/freezes.ts'
import type { WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import type { Source } from '#lib/domain/releases/release.ts'
import { reachedIn } from '#lib/domain/rollouts/members.ts'
import type { Approval, Check, Facts, Rollout } from '#lib/domain/rollouts/rollout.ts'
import { isStillEntitled } from '../changes/repositories.ts'
import { askedIn } from './environment.ts'
import { readReports } from './reports.ts'
import { reportsSeen, type Seen } from './seen.ts'

/**
 * All facts but what is missing that the application needs, and the digests of waves, which take a plan of each. What clusters
 * reported is taken as it was seen, if that still holds.
 */
export async function readFacts(
  scope: TenantScope,
  fleet: Fleet,
  of: { readonly rollout: Rollout; readonly source: Source },
  now: Date,
  seen: Seen | null = null,
): Promise<Omit<Facts, 'digests' | 'blocked'>> {
  const { rollout } = of
  const { application, environment } = rollout
  const asked = askedIn(fleet, environment)
  const object = fleet.applications.slots[application]
  const placed = reachedIn(fleet, application, environment)
  const publishedAt = await publishedAtOf(scope, rollout, now)
  const reports = reportsSeen(seen, { placed, publishedAt }, now)
  return {
    placed,
    publishedAt,
    awaited: publishedAt === null ? await readAwaited(scope, rollout) : [],
    reports:
      reports === undefined ? await readReports(scope, of, { placed, publishedAt, now }) : reports,
    checks: await checksOf(scope, rollout),
    approvals: await approvalsOf(scope, rollout),
    hours: asked.hours,
    afterSoakMs: asked.afterSoakMs,
    after: await succeededIn(scope, rollout, asked.after),
    isRepositoryAllowed: !object || isStillEntitled(fleet, object.team, of.source.repoUrl),
    freezes: object ? freezesOn(fleet, object, environment) : [],
  }
}

async function publishedAtOf(
  scope: TenantScope,
  { id, waves, wave: index }: Rollout,
  now: Date,
): Promise<number | null> {
  const { state, change } = waves[index]!
  if (state !== 'released' || change === null) return null
  const at = await readPublishedAt(scope, { rollout: id, wave: index + 1, change }, now)
  return at && at.getTime()
}

/** Of the wave that is under way, what has to be merged before it is in Git. */
export async function readAwaited(
  scope: TenantScope,
  { waves, wave: index }: Rollout,
): Promise<Facts['awaited']> {
  const { state, change } = waves[index]!
  return state !== 'released' || change === null ? [] : readAwaitedMerges(scope, change)
}

async function approvalsOf(
  scope: TenantScope,
  { id, waves }: Rollout,
): Promise<readonly Approval[]> {
  if (id === UNKEPT || !waves.some(({ rule }) => asksForApproval(rule))) return []
  const rows = await readApprovals(scope, id)
  return rows.map(({ wave, principal: by, name, group, decision, at, digest }) => ({
    wave: wave - 1,
    by,
    name,
    group,
    decision,
    at: at.getTime(),
    digest,
  }))
}

/** Where no cluster reports, somebody may be asked, too. */
function asksForApproval({ before, after }: WaveRule): boolean {
  return before.approvals !== null || after.health?.unobserved === 'approve'
}

async function checksOf(scope: TenantScope, { id, waves }: Rollout): Promise<readonly Check[]> {
  if (id === UNKEPT || waves.every(({ rule }) => rule.after.checks.length === 0)) return []
  const rows = await readChecks(scope, id)
  return rows.map(({ wave, name, state, at }) => ({
    wave: wave - 1,
    name,
    state,
    at: at.getTime(),
  }))
}

/** The number of a rollout that is only previewed. */
export const UNKEPT = 0

async function succeededIn(
  scope: TenantScope,
  { application, version }: Rollout,
  after: readonly string[],
): Promise<Facts['after']> {
  if (after.length === 0) return []
  const rows =
    version === null
      ? []
      : await readSucceeded(scope, [{ application, from: version, to: version }])
  const at = new Map(rows.map((row) => [row.environment, row.at.getTime()]))
  return after.map((environment) => ({ environment, at: at.get(environment) ?? null }))
}
