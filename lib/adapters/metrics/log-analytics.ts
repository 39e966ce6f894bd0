// Asks Azure Log Analytics.
// https://learn.microsoft.com/azure/azure-monitor/logs/api/request-format and …/response-format (2026-11)
import { z } from 'zod'
import type { CallOut } from '#lib/adapters/outgoing/call-out.ts'
import type { RawLine } from '#lib/domain/observed/source-series.ts'
import {
  askJson,
  failed,
  type SourceAnswer,
  type SourceQuestion,
  UNREADABLE,
} from './source-call.ts'

const answerSchema = z.object({
  tables: z
    .array(
      z.object({
        columns: z.array(z.object({ name: z.string(), type: z.string() })),
        rows: z.array(z.array(z.unknown())),
      }),
    )
    .min(1),
})
const refusalSchema = z.object({
  error: z.object({
    message: z.string(),
    innererror: z.object({ message: z.string().optional() }).optional(),
  }),
})

const NUMBERS: ReadonlySet<string> = new Set(['int', 'long', 'real', 'decimal'])

/** Of the first table: its first column of instants says when, each column of numbers is a line of each group of the others. */
export async function askLogAnalytics(
  callOut: CallOut,
  { url, workspace, query, grid }: SourceQuestion,
  headers: Readonly<Record<string, string>>,
): Promise<SourceAnswer> {
  const [from = 0, to = 0] = [grid.times[0], grid.times.at(-1)]
  const timespan = `${new Date(from).toISOString()}/${new Date(to + grid.stepMs).toISOString()}`
  const answer = await askJson(
    callOut,
    `${url.replace(/\/+$/, '')}/v1/workspaces/${workspace}/query`,
    {
      method: 'POST',
      headers: { ...headers, Accept: 'application/json', 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, timespan }),
    },
    (json) => {
      const { error } = refusalSchema.safeParse(json).data ?? {}
      return error?.innererror?.message ?? error?.message ?? null
    },
  )
  if (!('json' in answer)) return answer
  const [table] = answerSchema.safeParse(answer.json).data?.tables ?? []
  return table === undefined ? UNREADABLE : linesIn(table)
}

type Table = z.output<typeof answerSchema>['tables'][number]

function linesIn({ columns, rows }: Table): SourceAnswer {
  const time = columns.findIndex(({ type }) => type === 'datetime')
  const numbers = columns.flatMap(({ type }, index) => (NUMBERS.has(type) ? [index] : []))
  if (time === -1 || numbers.length === 0) return failed(NO_SERIES)
  const groups = columns.flatMap((_, index) =>
    index === time || numbers.includes(index) ? [] : [index],
  )
  const lines = new Map<string, Map<number, number>>()
  for (const row of rows) {
    const at = Date.parse(String(row[time]))
    if (Number.isNaN(at)) return UNREADABLE
    const group = groups.map((index) => String(row[index]))
    for (const number of numbers) {
      const value = row[number]
      const name = numbers.length > 1 ? [columns[number]!.name] : []
      const key = [...group, ...name].join(', ')
      const values = lines.get(key) ?? new Map<number, number>()
      if (typeof value === 'number') values.set(at, value)
      lines.set(key, values)
    }
  }
  return {
    outcome: 'answered',
    lines: [...lines].map(([key, values]): RawLine => ({ key, values })),
  }
}

const NO_SERIES =
  'The query answers no column of instants, or none of numbers: end it with summarize … by bin(TimeGenerated, $step).'
