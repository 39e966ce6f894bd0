// What is observed and how often, as an admin writes it.
import { z } from 'zod'
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import { REPORT_INTERVAL_S } from '#lib/domain/observed/freshness.ts'
import {
  canonicalLabelKeys,
  LABEL_KEYS_MAX,
  type ObservedSettings,
  REPORT_INTERVAL_S_MAX,
  REPORT_INTERVAL_S_MIN,
} from '#lib/domain/observed/observed-settings.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const fields = {
  label_keys: z
    .array(z.string())
    .max(LABEL_KEYS_MAX)
    .meta({
      description:
        'Labels of clusters by whose values is counted each hour from then on. By `environment` it is in any case.',
      examples: [['region', 'topology.kubernetes.io/zone']],
    }),
  report_interval_s: z
    .number()
    .int()
    .default(REPORT_INTERVAL_S)
    .meta({
      description: `How many seconds clusters wait between reports: ${REPORT_INTERVAL_S_MIN} to ${REPORT_INTERVAL_S_MAX}. Each is told with its next report.`,
      minimum: REPORT_INTERVAL_S_MIN,
      maximum: REPORT_INTERVAL_S_MAX,
    }),
}

export const observedSettingsInput = z.strictObject(fields).meta({ id: 'ObservedSettingsInput' })

export const observedSettingsOutput = z
  .strictObject({ label_keys: fields.label_keys, report_interval_s: z.number().int() })
  .meta({ id: 'ObservedSettings' })

export type ObservedSettingsJson = z.output<typeof observedSettingsOutput>

/** The settings in their canonical order, from the JSON that people send. */
export function readObservedSettingsBody(json: unknown): Checked<ObservedSettings> {
  const shape = readShape(observedSettingsInput, json)
  if (!shape.ok) return shape
  const { label_keys: keys, report_interval_s: reportIntervalS } = shape.value
  const issues = [
    ...keys.flatMap((key, index) => labelKeyIssues(key, ['label_keys', index])),
    ...intervalIssues(reportIntervalS),
  ]
  if (issues.length > 0) return refused(issues)
  return accepted({ labelKeys: canonicalLabelKeys(keys), reportIntervalS })
}

function intervalIssues(seconds: number): readonly Issue[] {
  if (seconds >= REPORT_INTERVAL_S_MIN && seconds <= REPORT_INTERVAL_S_MAX) return []
  const reason = `A cluster reports every ${REPORT_INTERVAL_S_MIN} to ${REPORT_INTERVAL_S_MAX.toLocaleString('en')} seconds.`
  return [{ path: ['report_interval_s'], code: 'interval_range', reason }]
}
