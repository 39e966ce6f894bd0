// Looks at a tenant's alert rules: what they look at is read at once, judged with no connection in hand, and what becomes of
// alerts is kept afterwards. What was told is in rows, so a restart neither forgets nor repeats it, and while nobody looks
// nothing is called resolved.
import { inTenant } from '#db/client.ts'
import {
  readExceptional,
  readStaleClusters,
  readTroubledBranches,
} from '#db/queries/alert-conditions.ts'
import { type AlertRow, readLooks, readOpenAlerts } from '#db/queries/alerts.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { type Finding, findingOf, type Observed } from '#lib/domain/alerts/finding.ts'
import { countsText } from '#lib/domain/alerts/sentence.ts'
import { isSteady, isWorthNoting, lookedAgain, type Looks } from '#lib/domain/alerts/steady.ts'
import { stepOf } from '#lib/domain/alerts/step.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { plannedSilences, silentByPlan } from '#lib/domain/fleet/planned-silences.ts'
import {
  BRANCH_STATES,
  PLACEMENT_STATES,
  ROLLOUT_FAILING,
  STALE,
} from '#lib/domain/objects/alert-rule/alert-states.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import { bitsOf, NO_BITS } from '#lib/domain/sets/bits.ts'
import { readUnwellRollouts } from '#lib/usecases/rollouts/unwell.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { type Judged, keepJudged } from './keep-alerts.ts'
import type { PublisherWorld } from './world.ts'

type World = Pick<PublisherWorld, 'services' | 'fleets'>

export async function watchAlerts(
  { services, fleets }: World,
  { id: tenant }: TenantIdentity,
  now: Date,
): Promise<void> {
  const { database, announcer, environment } = services
  const read = { readOnly: true }
  const seen = await inTenant(database, tenant, (tx) => see({ tx, tenant }, fleets, now), read)
  const judged = judge(seen, now)
  const looks = isWorthNoting(seen.looks, seen.noted) ? seen.looks : null
  if (judged.length === 0 && looks === null) return
  const { change } = seen
  const told = await inTenant(database, tenant, (tx) =>
    keepJudged({ tx, tenant }, { judged, looks, change, now, url: environment.url }),
  )
  for (const id of told) announcer.say(tenant, 'alerts', id)
}

/** What one look sees of a tenant. */
type Seen = {
  /** The newest change: the rules are as of it. */
  readonly change: number
  readonly noted: Looks | null
  readonly looks: Looks
  readonly rules: ReadonlyMap<number, AlertRule>
  readonly open: ReadonlyMap<number, AlertRow>
  readonly observed: Observed
}

async function see(scope: TenantScope, fleets: World['fleets'], now: Date): Promise<Seen> {
  const noted = await readLooks(scope)
  const looks = lookedAgain(noted, now)
  const { lastChange: change } = await readTenantState(scope, { lock: false })
  const { after: fleet } = await fleets.step(scope, change, change)
  const rules = rulesOf(fleet)
  const open = new Map((await readOpenAlerts(scope)).map((alert) => [alert.rule, alert]))
  const observed = await observe(scope, fleet, rules, { now, isSteady: isSteady(looks, now) })
  return { change, noted, looks, rules, open, observed }
}

function rulesOf(fleet: Fleet): Seen['rules'] {
  const { slots, ordered } = shelfOf(fleet, 'alert-rule')
  return new Map(
    ordered.flatMap((id) => {
      const rule = slots[id]
      return rule?.kind === 'alert-rule' ? [[id, rule] as const] : []
    }),
  )
}

/** Only what any rule asks for is read. */
async function observe(
  scope: TenantScope,
  fleet: Fleet,
  rules: Seen['rules'],
  { now, isSteady }: { readonly now: Date; readonly isSteady: boolean },
): Promise<Observed> {
  const asked = new Set([...rules.values()].flatMap((rule) => (rule.suspended ? [] : rule.states)))
  const placed = PLACEMENT_STATES.filter((state) => asked.has(state))
  return {
    fleet,
    exceptional: await readExceptional(scope, placed, now),
    stale: asked.has(STALE) && isSteady ? bitsOf(await readStaleClusters(scope, now)) : NO_BITS,
    planned: silentByPlan(plannedSilences(fleet, now)),
    isSteady,
    rollouts: asked.has(ROLLOUT_FAILING) ? await readUnwellRollouts(scope, fleet, now) : [],
    branches: BRANCH_STATES.some((state) => asked.has(state))
      ? await readTroubledBranches(scope, now)
      : { publication_stuck: [], branch_error: [], pull_request_closed: [] },
  }
}

/** What is to be done about alerts. */
function judge({ rules, open, observed }: Seen, now: Date): Judged[] {
  return [...new Set([...rules.keys(), ...open.keys()])].flatMap((id) => {
    const rule = rules.get(id) ?? null
    const alert = open.get(id) ?? null
    const finding = rule && findingOf(rule, observed)
    const step = stepOf(alert, rule, finding, now)
    const isNothing = step.do === 'nothing' && !hasOtherCounts(alert, finding)
    return isNothing ? [] : [{ id, rule, finding, open: alert, step }]
  })
}

/** Whether an alert that goes on is of other numbers by now. */
function hasOtherCounts(alert: AlertRow | null, finding: Finding | null): boolean {
  if (alert === null || finding === null || !finding.holds) return false
  return countsText(alert.counts) !== countsText(finding.counts)
}
