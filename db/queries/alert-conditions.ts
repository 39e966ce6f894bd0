// What alert rules look at: only what is not as most is, however many placements there are.
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import {
  type BranchAlertState,
  PLACEMENT_STATES,
  type PlacementAlertState,
} from '#lib/domain/objects/alert-rule/alert-states.ts'
import type { Exceptional } from '#lib/domain/alerts/finding.ts'
import { type Database, outsideTenants } from '../client.ts'
import { readRow, readRows } from '../rows.ts'
import { type HeldBranch, readHeldBranches } from './pull-request-lists.ts'
import { isSilent, isSilentAfter, shownState, toldState } from './observed-state.ts'
import { STALE_AFTER } from '#lib/domain/observed/freshness.ts'
import { knownOf } from './pair-states.ts'
import type { TenantScope } from './scope.ts'

const tenantRow = z.strictObject({ tenant: z.int() })

/** The tenants that have an alert rule, or an alert that isn't over. */
export async function tenantsWithAlertRules(db: Database): Promise<ReadonlySet<number>> {
  const rows = await outsideTenants(
    db,
    (tx) => readRows(tx, tenantRow)`select tenant from tenants_with_alert_rules()`,
  )
  return new Set(rows.map(({ tenant }) => tenant))
}

const anyRow = z.strictObject({ any: z.boolean() })

/** Whether an alert rule was made, edited or deleted after a change. */
export async function haveRulesChanged(
  { tx, tenant }: TenantScope,
  change: number,
): Promise<boolean> {
  const after = (column: SQL) => sql`exists (select from revisions where tenant = ${tenant}
    and kind = 'alert-rule' and ${column} > ${change})`
  const row = await readRow(tx, anyRow)`select ${after(sql`began`)} or ${after(sql`ended`)} as any`
  return row!.any
}

const exceptional = z.strictObject({
  application: z.int(),
  state: z.enum(PLACEMENT_STATES),
  isSilent: z.boolean(),
  clusters: z.array(z.int()),
})

/** The placements in some states; where clusters are silent, in those that they said last. */
export async function readExceptional(
  { tx, tenant }: TenantScope,
  states: readonly PlacementAlertState[],
  now: Date,
): Promise<Exceptional[]> {
  if (states.length === 0) return []
  const named = sql`any(${sql.param(states)}::text[])`
  const time = { change: null, observedAt: now, isPast: false }
  return readRows(tx, exceptional)`
    select application, state, "isSilent", array_agg(cluster) as clusters
    from (
      select p.application_id as application, p.cluster_id as cluster, ${isSilent(now)} as "isSilent",
        case when ${isSilent(now)} then ${toldState(now)} else ${shownState(now)} end as state
      from (
        select told.application_id, told.cluster_id, placed.began from observations told
        left join placements placed on placed.tenant = ${tenant}
          and placed.application_id = told.application_id and placed.cluster_id = told.cluster_id
        where told.tenant = ${tenant} and told.state <> 'healthy'
          and (told.state = ${named} or told.later_state = ${named})
      ) p
      ${knownOf(tenant, time)}
    ) found
    where state = ${named} group by 1, 2, 3`
}

const staleRow = z.strictObject({ cluster: z.int() })

/** The clusters that reported once and weren't heard of for long. */
export async function readStaleClusters({ tx, tenant }: TenantScope, now: Date): Promise<number[]> {
  const rows = await readRows(tx, staleRow)`
    select c.cluster from cluster_reports c
    where c.tenant = ${tenant} and ${isSilentAfter(STALE_AFTER, now)}`
  return rows.map(({ cluster }) => cluster)
}

const STUCK_AFTER_S = 300

const branchRow = z.strictObject({
  name: z.string(),
  isInError: z.boolean(),
  isStuck: z.boolean(),
})

/**
 * The branches that couldn't be published to, those for which changes wait for more than five minutes although nobody has to merge
 * anything, and those for which they wait because a pull request was closed, each with who closed which.
 */
export async function readTroubledBranches(
  scope: TenantScope,
  now: Date,
): Promise<Record<BranchAlertState, string[]>> {
  const { tx, tenant } = scope
  const rows = await readRows(tx, branchRow)`
    select name, "isInError", "isStuck" from (
      select b.name, b.error is not null as "isInError", exists (
        select from publications p where p.tenant = ${tenant} and p.branch = b.name
          and p.state = 'pending' and p.created_at < ${now.toISOString()}::timestamptz - ${STUCK_AFTER}
          and not exists (select from pull_requests q where q.tenant = ${tenant}
            and q.branch = b.name and ${isWithPeople(now)})) as "isStuck"
      from branches b where b.tenant = ${tenant}) each
    where "isInError" or "isStuck" order by name`
  const held = await readHeldBranches(scope, {})
  return {
    publication_stuck: rows.filter(({ isStuck }) => isStuck).map(({ name }) => name),
    branch_error: rows.filter(({ isInError }) => isInError).map(({ name }) => name),
    pull_request_closed: held.map(heldText),
  }
}

const STUCK_AFTER = sql`make_interval(secs => ${STUCK_AFTER_S})`

/** Whether people, and not Berth, have to do something about a pull request `q`: an open one is looked at every minute. */
function isWithPeople(now: Date): SQL<boolean> {
  return sql`(q.state = 'closed'
    or q.state = 'open' and q.due_at > ${now.toISOString()}::timestamptz - ${STUCK_AFTER})`
}

function heldText({ branch, number, closedBy }: HeldBranch): string {
  return `${branch}: pull request ${number} was closed${closedBy === null ? '' : ` by ${closedBy}`}`
}
