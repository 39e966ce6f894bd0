// Alerts: what alert rules found, and until when.
import { alertParameters } from '#lib/domain/lists/list-parameters.ts'
import { countsText } from '#lib/domain/alerts/sentence.ts'
import { type Alert, listAlertsUseCase } from '#lib/usecases/alerts/list.ts'
import { defineList, type RowForms } from './list.ts'
import { timedPosition } from './positions.ts'

export const alertList = defineList({
  parameters: alertParameters,
  isOfNow: true,
  position: timedPosition,
  useCase: listAlertsUseCase,
  input: ({ state: phase, ...filter }, { after, limit }) => ({
    filter: { phase, ...filter },
    after,
    limit,
  }),
})

export const alertRows: RowForms<Alert> = {
  json: alertJson,
  columns: {
    rule: ({ ruleName }) => ruleName,
    namespace: ({ team }) => team,
    severity: ({ severity }) => severity,
    state: phaseOf,
    since: ({ since }) => since,
    fired_at: ({ firedAt }) => firedAt,
    resolved_at: ({ resolvedAt }) => resolvedAt,
    resolution: ({ resolution }) => resolution,
    counts: ({ counts }) => countsText(counts),
    sample: ({ sample }) => sample.join('; '),
  },
}

function phaseOf({ resolvedAt }: Alert) {
  return resolvedAt === null ? 'firing' : 'resolved'
}

function alertJson(alert: Alert) {
  const { id, ruleName, team, severity, since, firedAt, resolvedAt, resolution } = alert
  return {
    id,
    rule: ruleName,
    namespace: team,
    severity,
    state: phaseOf(alert),
    since: since.toISOString(),
    fired_at: firedAt?.toISOString(),
    resolved_at: resolvedAt?.toISOString() ?? null,
    resolution,
    counts: alert.counts,
    sample: alert.sample,
    path: alert.path,
  }
}
