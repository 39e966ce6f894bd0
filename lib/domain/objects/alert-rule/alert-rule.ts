import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  selector,
  type Sent,
  withDefault,
} from '../fields.ts'
import { alertRuleKind } from './alert-rule-kind.ts'
import { ALERT_STATES, SEVERITIES } from './alert-states.ts'
import { readDuration } from '../durations.ts'
import { shareOf } from './amounts.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['prod-unhealthy'] }),
  description: withDefault(text, ''),
  namespace: optional(required(text), {
    description: 'The owning team, whose applications it sees; absent: the platform’s.',
  }),
  state: required(z.array(z.enum(ALERT_STATES)), {
    description:
      'Of placements, of clusters (`stale`), and of Berth itself, for rules of the platform alone.',
    examples: [['failed', 'degraded']],
  }),
  cluster_selector: optional(selector, { description: 'Absent: every cluster.' }),
  app_selector: optional(selector, { description: 'Absent: every application.' }),
  for: withDefault(text, '10m', { description: 'For how long it has to be so, up to 90 days.' }),
  share: optional(required(text), {
    description: 'Of the placements or clusters that it looks at, at least so many; absent: any.',
    examples: ['5%'],
  }),
  severity: withDefault(z.enum(SEVERITIES), 'warning'),
  subscriptions: withDefault(z.array(text), [], { description: 'Who is told, by name.' }),
  suspended: withDefault(z.boolean(), false),
}

function readSelector(sent: unknown, field: string): Checked<Selector | null> {
  return sent === undefined ? accepted(null) : parseSelector(sent, [field])
}

const amountIssue = (field: string, code: string, reason: string): Issue => ({
  path: [field],
  code,
  reason,
})

function amountIssues(sent: Sent<typeof fields>): Issue[] {
  const wait = readDuration(sent.for, ['for'])
  return [
    ...(wait.ok ? [] : wait.issues),
    ...(sent.share !== undefined && shareOf(sent.share) === null
      ? [
          amountIssue(
            'share',
            'share_format',
            'A share is more than 0% and at most 100%, such as 2.5%.',
          ),
        ]
      : []),
  ]
}

function decode(sent: Sent<typeof fields>) {
  const clusterSelector = readSelector(sent.cluster_selector, 'cluster_selector')
  const appSelector = readSelector(sent.app_selector, 'app_selector')
  const amounts = amountIssues(sent)
  if (!clusterSelector.ok || !appSelector.ok || amounts.length > 0) {
    const read = [clusterSelector, appSelector]
    return refused([...read.flatMap((each) => (each.ok ? [] : each.issues)), ...amounts])
  }
  return accepted({
    kind: alertRuleKind.kind,
    name: sent.name,
    description: sent.description,
    /** The team whose applications it sees; null: the platform's rule, which sees every team's. */
    team: sent.namespace ?? null,
    states: sent.state,
    /** Null: every cluster. */
    clusterSelector: clusterSelector.value,
    /** Null: every application. */
    appSelector: appSelector.value,
    /** As it was sent. */
    for: sent.for,
    share: sent.share ?? null,
    severity: sent.severity,
    subscriptions: sent.subscriptions,
    suspended: sent.suspended,
  })
}

export type AlertRule = Decoded<typeof decode>

function encode(rule: AlertRule): Answered<typeof fields> {
  const { clusterSelector, appSelector, share, team } = rule
  return {
    name: rule.name,
    description: rule.description,
    ...(team !== null && { namespace: team }),
    state: [...rule.states],
    ...(clusterSelector !== null && { cluster_selector: selectorJson(clusterSelector) }),
    ...(appSelector !== null && { app_selector: selectorJson(appSelector) }),
    for: rule.for,
    ...(share !== null && { share }),
    severity: rule.severity,
    subscriptions: [...rule.subscriptions],
    suspended: rule.suspended,
  }
}

export const alertRuleCodec = { ...schemasOf(alertRuleKind.type, fields), decode, encode }
