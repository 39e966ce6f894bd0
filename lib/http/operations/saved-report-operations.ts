// What is made of a saved report: the list of its runs, having it made now, and the files.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { exportStream } from '#lib/http/api/export-stream.ts'
import { listOperation } from '#lib/http/api/lists.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { runList } from '#lib/lists/report-runs.ts'
import { notFound } from '#lib/usecases/define.ts'
import {
  readFileUseCase,
  type ReportRun,
  startRunUseCase,
} from '#lib/usecases/saved-reports/runs.ts'

const TAG = 'saved-reports'
const RUNS = '/saved-reports/{name}/runs'

const instant = z.iso.datetime()

const runSchema = z
  .strictObject({
    id: z.string(),
    state: z.enum(['queued', 'running', 'done', 'failed']),
    asked_at: instant,
    asked_by: z.string().nullable().meta({ description: 'Null: it was due.' }),
    due_at: instant.nullable().meta({ description: 'Null: somebody asked for it.' }),
    late: z.boolean().meta({ description: 'Whether it was due long before it was made.' }),
    started_at: instant.nullable(),
    ended_at: instant.nullable(),
    as_of: instant.nullable().meta({ description: 'The instant as of which it tells.' }),
    format: z.enum(['csv', 'json']).nullable(),
    rows: z.int().min(0),
    bytes: z.int().min(0),
    note: z
      .string()
      .nullable()
      .meta({ description: 'Why it failed, or whom it couldn’t tell; null: nothing went wrong.' }),
  })
  .meta({ id: 'ReportRun' })

const at = (instant: Date | null) => instant?.toISOString() ?? null

function runJson(run: ReportRun): z.input<typeof runSchema> {
  return {
    id: run.id,
    state: run.state,
    asked_at: run.askedAt.toISOString(),
    asked_by: run.askedBy,
    due_at: at(run.dueAt),
    late: run.isLate,
    started_at: at(run.startedAt),
    ended_at: at(run.endedAt),
    as_of: at(run.asOf),
    format: run.format,
    rows: run.rows,
    bytes: run.bytes,
    note: run.note,
  }
}

export const listReportRuns = listOperation(runList, {
  id: 'listReportRuns',
  path: RUNS,
  tag: TAG,
  summary: 'List when a saved report was made, newest first',
  item: runSchema,
  json: runJson,
  columns: Object.fromEntries(
    Object.keys(runSchema.shape).map((name) => [
      name,
      (run: ReportRun): unknown => Reflect.get(runJson(run), name),
    ]),
  ),
})

export const startReportRun = operation({
  id: 'startReportRun',
  method: 'POST',
  path: RUNS,
  tag: TAG,
  summary: 'Have a saved report made now',
  query: noParameters,
  responses: { 201: runSchema },
  useCase: startRunUseCase,
  handle: async ({ services, session, path }) => {
    const run = await startRunUseCase.invoke(services, session, { name: path['name'] ?? '' })
    return jsonResponse(runJson(run), { status: 201 })
  },
})

export const getReportFile = operation({
  id: 'getReportFile',
  method: 'GET',
  path: `${RUNS}/{id}/file`,
  tag: TAG,
  summary: 'Download what was made of a saved report',
  query: noParameters,
  responses: { 200: z.unknown() },
  alsoCsv: true,
  useCase: readFileUseCase,
  handle: answerFile,
})

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

const decompress = promisify(gunzip)

/** Each part is read when the one before was taken, by whoever may still read it. */
async function answerFile({ services, session, path }: Received): Promise<Response> {
  const { name = '', id = '' } = path
  if (!UUID.test(id)) throw notFound()
  const read = (part: number) => readFileUseCase.invoke(services, session, { name, id, part })
  const close = services.heavyReads.openExport(session)
  try {
    const first = await read(0)
    let part = 0
    const next = async () => {
      const { content } = part === 0 ? first : await read(part)
      part += 1
      return content && (await decompress(content)).toString()
    }
    const { format, asOf } = first.run
    const stamp = (asOf?.toISOString() ?? '').replace(/\.\d+Z$/, 'Z').replaceAll(':', '')
    return new Response(exportStream({ next, close }), {
      headers: {
        'Content-Type': `${format === 'json' ? 'application/json' : 'text/csv'}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${name}-${stamp}.${format}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    close()
    throw error
  }
}
