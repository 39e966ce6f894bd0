// Keeps what becomes of alerts, and tells subscriptions of what began and what is over.
import { haveRulesChanged } from '#db/queries/alert-conditions.ts'
import {
  type AlertRow,
  beginAlert,
  fireAlert,
  forgetAlert,
  noteCounts,
  noteLooks,
  readSubscriptions,
  resolveAlert,
} from '#db/queries/alerts.ts'
import { queueEvents } from '#db/queries/deliveries.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { Finding } from '#lib/domain/alerts/finding.ts'
import { countsText } from '#lib/domain/alerts/sentence.ts'
import type { Looks } from '#lib/domain/alerts/steady.ts'
import type { Step } from '#lib/domain/alerts/step.ts'
import type { AlertRule } from '#lib/domain/objects/objects.ts'
import { alertPath } from '#lib/usecases/alerts/alert-path.ts'

/** What is to become of a rule's alert. */
export type Judged = {
  /** The number of the rule. */
  readonly id: number
  /** Null: it is no more. */
  readonly rule: AlertRule | null
  readonly finding: Finding | null
  /** Null: there is none yet. */
  readonly open: AlertRow | null
  readonly step: Step
}

export type Judgement = {
  readonly judged: readonly Judged[]
  /** Null: they aren't to be written down. */
  readonly looks: Looks | null
  /** The newest change when this was seen. */
  readonly change: number
  readonly now: Date
  /** Where the portal is. */
  readonly url: string
}

/**
 * The alerts that fired or are over by this, which may be fewer than was judged: what another process kept meanwhile stays,
 * and if rules changed meanwhile, the next look judges by them.
 */
export async function keepJudged(
  scope: TenantScope,
  { judged, looks, change, now, url }: Judgement,
): Promise<readonly string[]> {
  if (looks !== null) await noteLooks(scope, looks)
  if (judged.length === 0 || (await haveRulesChanged(scope, change))) return []
  const told: string[] = []
  for (const each of judged) {
    const alert = await keep(scope, each, now)
    if (alert === null) continue
    await tell(scope, url, alert)
    told.push(alert.id)
  }
  return told
}

type Told = Omit<AlertRow, 'rule'>

/** The alert that fired or is over by this; null: nobody is told. */
async function keep(
  scope: TenantScope,
  { id, rule, finding, open, step }: Judged,
  now: Date,
): Promise<Told | null> {
  switch (step.do) {
    case 'nothing':
      await noteCounts(scope, open!.id, finding!)
      return null
    case 'begin': {
      const begun = { ...alertOf(rule!, finding!), rule: id, subscriptions: [], since: now }
      const alert = await beginAlert(scope, begun)
      return alert !== null && step.fires
        ? fire(scope, { id: alert, since: now }, rule!, finding!, now)
        : null
    }
    case 'fire':
      return fire(scope, open!, rule!, finding!, now)
    case 'forget':
      await forgetAlert(scope, open!.id)
      return null
    case 'resolve': {
      const { because: resolution } = step
      const isOver = await resolveAlert(scope, open!.id, now, resolution)
      return isOver ? { ...open!, resolvedAt: now, resolution } : null
    }
  }
}

function alertOf(rule: AlertRule, { counts, sample }: Finding) {
  const { name, team, severity } = rule
  return { ruleName: name, team, severity, counts, sample: [...sample], path: alertPath(rule) }
}

async function fire(
  scope: TenantScope,
  { id, since }: Pick<AlertRow, 'id' | 'since'>,
  rule: AlertRule,
  finding: Finding,
  now: Date,
): Promise<Told | null> {
  const subscriptions = await readSubscriptions(scope, rule.subscriptions, rule.team)
  const fired = { ...alertOf(rule, finding), subscriptions, firedAt: now }
  if (!(await fireAlert(scope, id, fired))) return null
  return { ...fired, id, since, resolvedAt: null, resolution: null }
}

/** Whoever was told that it fired is told that it is over. */
async function tell(scope: TenantScope, url: string, alert: Told): Promise<void> {
  const { id, ruleName: name, team: namespace, severity, counts, sample, resolution } = alert
  const type = alert.resolvedAt === null ? 'alert.fired' : 'alert.resolved'
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
    resolution,
    counts,
    sample,
    url: `${url}${alert.path}`,
  }
  const dedupe = `${type} ${id}`
  await queueEvents(
    scope,
    alert.subscriptions.map((subscription) => ({ subscription, type, subject, data, dedupe })),
  )
}
