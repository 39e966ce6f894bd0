// What was made of a saved report, and having it made now.
import {
  findRun,
  listRuns,
  queueRun,
  readChunk,
  type ReportRun,
  type RunPosition,
} from '#db/queries/report-runs.ts'
import type { Total } from '#lib/domain/lists/total.ts'
import type { SavedReport } from '#lib/domain/objects/objects.ts'
import { auditName } from '../audit/subject.ts'
import { type Context, defineEdit, defineRead, type Loaded, notFound } from '../define.ts'
import { type FoundObject, loadObject } from '../objects/read.ts'
import { resourceOf, subjectOf } from '../objects/requested-object.ts'
import { Refusal } from '../refusal.ts'

export type { ReportRun }

type Named = { readonly name: string }
type FoundReport = FoundObject<'saved-report'>

const subject = subjectOf('saved-report')

const owned = ({ id, object: { team } }: FoundReport) => ({ id, team })

/** The report as it is now; whoever may read its files may read what was made of it. */
async function loadFiles(context: Context, { name }: Named): Promise<Loaded<FoundReport> | null> {
  const loaded = await loadObject('saved-report')(context, { ref: { name }, at: null })
  return loaded && { ...loaded, resource: fileOf(loaded.found.object) }
}

/** Whose reach it has decides who may see what it contains. */
function fileOf({ team }: SavedReport) {
  return { kind: 'report-file', team } as const
}

export type RunList = Total & {
  readonly items: readonly ReportRun[]
  readonly next: RunPosition | null
}

type ListRunsInput = Named & { readonly after: RunPosition | null; readonly limit: number }

export const listRunsUseCase = defineRead<ListRunsInput, RunList, ListRunsInput, FoundReport>({
  name: 'saved-reports.runs',
  load: loadFiles,
  run: async ({ scope }, { after, limit }, found) => {
    const { rows, ...total } = await listRuns(scope, owned(found), { after, limit: limit + 1 })
    const items = rows.slice(0, limit)
    const last = items.at(-1)
    const next = rows.length > limit && last ? { at: last.askedAt.getTime(), id: last.id } : null
    return { items, next, ...total }
  },
})

export const startRunUseCase = defineEdit<Named, ReportRun, Named, FoundReport>({
  name: 'saved-reports.run',
  subject,
  load: async (context, { name }) => {
    const loaded = await loadObject('saved-report')(context, { ref: { name }, at: null })
    return loaded && { ...loaded, resource: resourceOf(loaded.found.object) }
  },
  run: async ({ scope, actor, services, audit }, { name }, found) => {
    const wanted = { report: owned(found), askedAt: services.clock(), askedBy: actor.name }
    const run = await queueRun(scope, { ...wanted, dueAt: null, isLate: false })
    if (!run) {
      throw new Refusal('conflict', 'This report is already being made, or about to be.', {
        code: 'report_in_making',
      })
    }
    audit({ object: auditName(subject, name), before: null, after: { run: run.id } })
    return run
  },
})

type FileInput = Named & { readonly id: string; readonly part: number }

export type FilePart = {
  readonly run: ReportRun
  /** Null: there are no more. */
  readonly content: Uint8Array | null
}

/** A part of a file, compressed: each is read by itself, at the pace of whoever takes it. */
export const readFileUseCase = defineRead<FileInput, FilePart, FileInput, FoundReport>({
  name: 'saved-reports.file',
  load: loadFiles,
  run: async ({ scope }, { id, part }, found) => {
    const run = await findRun(scope, owned(found), id)
    if (!run || run.state !== 'done') throw notFound()
    return { run, content: await readChunk(scope, id, part) }
  },
})
