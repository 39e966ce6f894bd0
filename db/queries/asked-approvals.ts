// Which groups are asked to approve the next wave of a running rollout, and what a person is asked.
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { readRows } from '../rows.ts'
import { askedApprovals } from '../schema/rollout.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'
import { isNamed } from './team-reach.ts'

export type AskedGroup = Readonly<Omit<typeof askedApprovals.$inferSelect, 'tenant' | 'rollout'>>

/** Of one rollout, in any order. */
export function readAsked({ tx, tenant }: TenantScope, rollout: number): Promise<AskedGroup[]> {
  const { group, wave, clusters, since, unasked } = askedApprovals
  return tx
    .select({ group, wave, clusters, since, unasked })
    .from(askedApprovals)
    .where(holds(askedApprovals, { tenant, rollout }))
}

/** Those of a rollout instead of the ones that were asked before. */
export async function replaceAsked(
  { tx, tenant }: TenantScope,
  rollout: number,
  asked: readonly AskedGroup[],
): Promise<void> {
  await tx.delete(askedApprovals).where(holds(askedApprovals, { tenant, rollout }))
  if (asked.length === 0) return
  await tx.insert(askedApprovals).values(asked.map((each) => ({ ...each, tenant, rollout })))
}

const askedRow = z.strictObject({
  rollout: z.int(),
  wave: z.string(),
  clusters: z.int(),
  since: z.date(),
  team: z.string(),
  application: z.string(),
  environment: z.string(),
  version: z.int().nullable(),
  versionName: z.string().nullable(),
  /** How many there are in all. */
  total: z.int(),
})
export type AskedOfPerson = z.infer<typeof askedRow>

/** The waves that wait for a person's answer, those first that have waited longest. */
export function listAskedOf(
  { tx, tenant }: TenantScope,
  {
    principal,
    groups,
    teams,
    limit,
  }: {
    readonly principal: string
    readonly groups: readonly string[]
    /** Whose applications the person may see; null: every team's. */
    readonly teams: readonly string[] | null
    readonly limit: number
  },
): Promise<AskedOfPerson[]> {
  const isSeen = teams === null ? sql`true` : isNamed(sql`r.team`, teams)
  return readRows(tx, askedRow)`
    with asked as (
      select distinct on (a.rollout) a.rollout, a.wave, a.clusters, a.since from asked_approvals a
      where a.tenant = ${tenant} and a."group" = any(${sql.param(groups)}::text[])
        and ${principal} <> all(a.unasked)
      order by a.rollout
    ), longest as (
      select a.*, r.team, r.application, r.application_id, r.environment, r.version,
        count(*) over ()::int as total
      from asked a join rollouts r on r.tenant = ${tenant} and r.id = a.rollout
      where ${isSeen}
      order by a.since, a.rollout limit ${limit}
    )
    select l.rollout, w.name as wave, l.clusters, l.since, l.team, l.application, l.environment,
      l.version, v.name as "versionName", l.total
    from longest l
    join rollout_waves w on w.tenant = ${tenant} and w.rollout = l.rollout and w.wave = l.wave
    left join announced_versions v on v.tenant = ${tenant}
      and v.application_id = l.application_id and v.number = l.version
    order by l.since, l.rollout`
}
