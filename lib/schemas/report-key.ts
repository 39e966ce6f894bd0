// Who signs the reports that are carried from a cluster, as an admin writes it.
import { z } from 'zod'
import { REPORT_INTERVAL_S_MIN } from '#lib/domain/observed/observed-settings.ts'
import {
  CARRIED_INTERVAL_S_MAX,
  type CarriedReports,
  pemOf,
  publicKeyIn,
  publicKeyIssues,
  REPORT_KEYS_MAX,
} from '#lib/domain/observed/report-keys.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const publicKey = z.string().meta({
  description: 'The public half of an Ed25519 key, as `openssl pkey -pubout` writes it.',
})
const until = z.iso.datetime({ offset: true }).nullish().meta({
  description: 'From then on nothing that it signed is taken, whenever it was signed.',
})
const intervalS = z
  .number()
  .int()
  .nullish()
  .meta({
    description: `How many seconds pass between carried reports, by which their freshness is judged: ${REPORT_INTERVAL_S_MIN} to ${CARRIED_INTERVAL_S_MAX}. Absent: as often as the tenant’s clusters report.`,
  })

export const reportKeyInput = z
  .strictObject({
    keys: z
      .array(z.strictObject({ public_key: publicKey, until }))
      .max(REPORT_KEYS_MAX)
      .meta({ description: 'All that are to be taken: the old one and the new one, say.' }),
    interval_s: intervalS,
  })
  .meta({ id: 'ReportKeyInput' })

export const reportKeyOutput = z
  .strictObject({
    keys: z.array(z.strictObject({ public_key: publicKey, until: z.iso.datetime().nullable() })),
    interval_s: z.number().int().nullable(),
  })
  .meta({ id: 'ReportKey' })

export type ReportKeyJson = z.output<typeof reportKeyOutput>

export function readReportKeyBody(json: unknown): Checked<CarriedReports> {
  const shape = readShape(reportKeyInput, json)
  if (!shape.ok) return shape
  const { keys, interval_s = null } = shape.value
  const issues = [
    ...keys.flatMap(({ public_key }, index) =>
      publicKeyIssues(public_key, ['keys', index, 'public_key']),
    ),
    ...intervalIssues(interval_s),
  ]
  if (issues.length > 0) return refused(issues)
  return accepted({
    keys: keys.map(({ public_key, until = null }) => ({
      publicKey: publicKeyIn(public_key)!,
      until: until === null ? null : new Date(until),
    })),
    intervalS: interval_s,
  })
}

function intervalIssues(seconds: number | null): readonly Issue[] {
  if (seconds === null) return []
  if (seconds >= REPORT_INTERVAL_S_MIN && seconds <= CARRIED_INTERVAL_S_MAX) return []
  const reason = `Carried reports come every ${REPORT_INTERVAL_S_MIN} to ${CARRIED_INTERVAL_S_MAX.toLocaleString('en')} seconds.`
  return [{ path: ['interval_s'], code: 'interval_range', reason }]
}

export function reportKeyJson({ keys, intervalS }: CarriedReports): ReportKeyJson {
  return {
    keys: keys.map(({ publicKey, until }) => ({
      public_key: pemOf(publicKey),
      until: until?.toISOString() ?? null,
    })),
    interval_s: intervalS,
  }
}
