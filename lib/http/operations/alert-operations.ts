import { z } from 'zod'
import { RESOLUTIONS } from '#lib/domain/alerts/step.ts'
import { ALERT_STATES, SEVERITIES } from '#lib/domain/objects/alert-rule/alert-states.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { alertList, alertRows } from '#lib/lists/alerts.ts'

const instant = z.iso.datetime()

const alertSchema = z
  .strictObject({
    id: z.string(),
    rule: z.string(),
    namespace: z
      .string()
      .nullable()
      .meta({ description: 'Whose rule it is; null: the platform’s.' }),
    severity: z.enum(SEVERITIES),
    state: z.enum(['firing', 'resolved']),
    since: instant.meta({ description: 'Since when it was so.' }),
    fired_at: instant.meta({ description: 'When it had been so for long enough.' }),
    resolved_at: instant.nullable(),
    resolution: z.enum(RESOLUTIONS).nullable().meta({ description: 'Why it is over.' }),
    counts: z.partialRecord(z.enum(ALERT_STATES), z.number().int()).meta({
      description: 'How many there are; of what is over, how many there were last.',
    }),
    sample: z.array(z.string()).meta({ description: 'The worst few.' }),
    path: z.string().meta({ description: 'The page of the portal with the list behind it.' }),
  })
  .meta({ id: 'Alert' })

export const listAlerts = listOperation(alertList, {
  ...alertRows,
  id: 'listAlerts',
  path: '/alerts',
  tag: 'alerts',
  summary: 'List alerts that fired, the newest first',
  item: alertSchema,
})
