import { z } from 'zod'
import { canonicalQuery } from '#lib/domain/lists/list-query.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { REPORT_LISTS } from './report-lists.ts'
import { savedReportKind } from './saved-report-kind.ts'

const text = z.string()
/** What it says when it is as of the time at which it is made. */
export const NOW = 'now'
/** Nobody is told; the file is there. */
export const FILE = 'file'

const query = {
  sent: z
    .union([text, z.record(text, text)])
    .default('')
    .meta({
      description:
        'The query of the list: a text as in its address, or an object of its parameters.',
      examples: ['environment=prod&state=failed'],
    }),
  answered: text,
}

const fields = {
  name: required(text, { examples: ['what-runs-in-prod'] }),
  description: withDefault(text, ''),
  namespace: optional(required(text), {
    description: 'The team whose reach it has; absent: the platform’s, which sees everything.',
  }),
  list: withDefault(z.enum(REPORT_LISTS), 'placements'),
  query,
  at: withDefault(text, NOW, {
    description: '`now`: as of the time at which it is made; or an instant (RFC 3339).',
  }),
  schedule: optional(required(text), {
    description: 'Five fields of cron, of which the first is one minute; absent: only when asked.',
    examples: ['0 6 * * MON'],
  }),
  time_zone: withDefault(text, 'UTC', { description: 'Whose clocks the schedule goes by.' }),
  format: withDefault(z.enum(['csv', 'json']), 'csv'),
  deliver: withDefault(text, FILE, {
    description:
      '`file`, or the name of a subscription of the owner or of the platform that is told of each.',
  }),
}

function decode(sent: Sent<typeof fields>) {
  return accepted({
    kind: savedReportKind.kind,
    name: sent.name,
    description: sent.description,
    /** The team whose reach it has; null: the platform's. */
    team: sent.namespace ?? null,
    list: sent.list,
    query: canonicalQuery(sent.query),
    at: sent.at,
    schedule: sent.schedule?.trim().replace(/\s+/g, ' ') ?? null,
    timeZone: sent.time_zone,
    format: sent.format,
    deliver: sent.deliver,
  })
}

export type SavedReport = Decoded<typeof decode>

function encode(report: SavedReport): Answered<typeof fields> {
  return {
    name: report.name,
    description: report.description,
    ...(report.team !== null && { namespace: report.team }),
    list: report.list,
    query: report.query,
    at: report.at,
    ...(report.schedule !== null && { schedule: report.schedule }),
    time_zone: report.timeZone,
    format: report.format,
    deliver: report.deliver,
  }
}

export const savedReportCodec = { ...schemasOf(savedReportKind.type, fields), decode, encode }
