// Looks at a tenant's alert rules, and tells subscriptions of what began and what is over. What was told is in rows, so a
// restart neither forgets nor repeats it, and while nobody looks nothing is called resolved.
import { inTenant } from '#db/client.ts'
import {
  hasAlertRules,
  readExceptional,
  readStaleClusters,
  readTroubledBranches,
} from '#db/queries/alert-conditions.ts'
import {
  type AlertRow,
  beginAlert,
  fireAlert,
  forgetAlert,
  noteCounts,
  noteLook,
  readOpenAlerts,
  readSubscriptions,
  resolveAlert,
} from '#db/queries/alerts.ts'
import { queueEvents } from '#db/queries/deliveries.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import { type Finding, findingOf, type Observed } from '#lib/domain/alerts/finding.ts'
import { countsText } from '#lib/domain/alerts/sentence.ts'
import { type Resolution, stepOf } from '#lib/domain/alerts/step.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { plannedSilences, silentByPlan } from '#lib/domain/fleet/planned-silences.ts'
import { shelfOf } from '#lib/domain/fleet/fleet-state.ts'
import {
  BRANCH_STATES,
  PLACEMENT_STATES,
  STALE,
} from '#lib/domain/objects/alert-rule/alert-states.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import { bitsOf, NO_BITS } from '#lib/domain/sets/bits.ts'
import { alertPath } from '#lib/usecases/alerts/alert-path.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import type { PublisherWorld } from './world.ts'

/** After a longer pause, clusters get as much time to be heard of again before any is called silent. */
const PAUSE_MS = 5 * 60_000

type Rules = ReadonlyMap<number, AlertRule>

export async function watchAlerts(
  { services, fleets }: Pick<PublisherWorld, 'services' | 'fleets'>,
  { id: tenant }: TenantIdentity,
  now: Date,
): Promise<void> {
  await inTenant(services.database, tenant, async (tx) => {
    const scope = { tx, tenant }
    const steadySince = await noteLook(scope, now, PAUSE_MS)
    if (!(await hasAlertRules(scope))) return
    const { lastChange } = await readTenantState(scope, { lock: false })
    const { after: fleet } = await fleets.step(scope, lastChange, lastChange)
    const rules = rulesOf(fleet)
    const isSteady = now.getTime() - steadySince.getTime() >= PAUSE_MS
    const observed = await observedNow(scope, fleet, rules, { now, isSteady })
    const open = new Map((await readOpenAlerts(scope)).map((alert) => [alert.rule, alert]))
    for (const id of new Set([...rules.keys(), ...open.keys()])) {
      const rule = rules.get(id) ?? null
      const looked = { id, rule, finding: rule && findingOf(rule, observed), now }
      await follow(scope, services.environment.url, open.get(id) ?? null, looked)
    }
  })
}

function rulesOf(fleet: Fleet): Rules {
  const { slots, ordered } = shelfOf(fleet, 'alert-rule')
  return new Map(
    ordered.flatMap((id) => {
      const rule = slots[id]
      return rule?.kind === 'alert-rule' ? [[id, rule] as const] : []
    }),
  )
}

/** Only what any rule asks for is read. */
async function observedNow(
  scope: TenantScope,
  fleet: Fleet,
  rules: Rules,
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
    branches: BRANCH_STATES.some((state) => asked.has(state))
      ? await readTroubledBranches(scope, now)
      : { publication_stuck: [], branch_error: [] },
  }
}

type Looked = {
  readonly id: number
  /** Null: it is no more. */
  readonly rule: AlertRule | null
  readonly finding: Finding | null
  readonly now: Date
}

async function follow(
  scope: TenantScope,
  url: string,
  open: AlertRow | null,
  { id, rule, finding, now }: Looked,
): Promise<void> {
  const step = stepOf(open, rule, finding, now)
  switch (step.do) {
    case 'nothing':
      if (open !== null && finding?.holds && hasChanged(open, finding)) {
        await noteCounts(scope, open.id, finding)
      }
      return
    case 'begin': {
      const begun = await beginAlert(scope, {
        ...alertOf(rule!, finding!),
        rule: id,
        subscriptions: [],
        since: now,
      })
      if (begun !== null && step.fires) await fire(scope, url, begun, now, { rule, finding, now })
      return
    }
    case 'fire':
      return fire(scope, url, open!.id, open!.since, { rule, finding, now })
    case 'forget':
      return forgetAlert(scope, open!.id)
    case 'resolve':
      return resolve(scope, url, open!, now, step.because)
  }
}

function hasChanged({ counts }: AlertRow, finding: Finding): boolean {
  return countsText(counts) !== countsText(finding.counts)
}

function alertOf(rule: AlertRule, { counts, sample }: Finding) {
  const { name, team, severity } = rule
  return { ruleName: name, team, severity, counts, sample: [...sample], path: alertPath(rule) }
}

async function fire(
  scope: TenantScope,
  url: string,
  alert: string,
  since: Date,
  { rule, finding, now }: Omit<Looked, 'id'>,
): Promise<void> {
  const subscriptions = await readSubscriptions(scope, rule!.subscriptions, rule!.team)
  const fired = { ...alertOf(rule!, finding!), subscriptions, firedAt: now }
  if (!(await fireAlert(scope, alert, fired))) return
  await tell(scope, url, 'alert.fired', { ...fired, id: alert, since, resolvedAt: null })
}

async function resolve(
  scope: TenantScope,
  url: string,
  open: AlertRow,
  now: Date,
  because: Resolution,
): Promise<void> {
  if (!(await resolveAlert(scope, open.id, now, because))) return
  await tell(scope, url, 'alert.resolved', { ...open, resolvedAt: now, resolution: because })
}

type Told = Omit<AlertRow, 'rule' | 'resolution'> & { readonly resolution?: Resolution }

async function tell(
  scope: TenantScope,
  url: string,
  type: 'alert.fired' | 'alert.resolved',
  alert: Told,
): Promise<void> {
  const { id, ruleName: name, team: namespace, severity, counts, sample } = alert
  const subject =
    type === 'alert.fired'
      ? `Alert ${name} (${severity}) fired: ${countsText(counts)}.`
      : `Alert ${name} (${severity}) is resolved.`
  const data = {
    alert: id,
    rule: name,
    namespace,
    severity,
    since: alert.since.toISOString(),
    fired_at: alert.firedAt?.toISOString() ?? null,
    resolved_at: alert.resolvedAt?.toISOString() ?? null,
    resolution: alert.resolution ?? null,
    counts,
    sample,
    url: `${url}${alert.path}`,
  }
  await queueEvents(
    scope,
    alert.subscriptions.map((subscription) => ({
      subscription,
      type,
      subject,
      data,
      dedupe: `${type} ${id}`,
    })),
  )
}
