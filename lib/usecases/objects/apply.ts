// Several objects at once: all of them or none, as one change.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import { type ClusterRow, readClusterRows } from '#lib/domain/objects/cluster/cluster-rows.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { NO_SECRETS, type SentSecrets, sentSecrets } from '#lib/domain/objects/secrets.ts'
import { accepted, type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { documentPath, readDocument } from '#lib/schemas/document.ts'
import type { Draft } from '../changes/drafts.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { asked, defineEdit } from '../define.ts'
import { inSlices } from '../in-slices.ts'
import { refusalOf } from '../refusal.ts'
import type { Services } from '../services.ts'
import { resourceOfKnown } from './concerning.ts'
import { readSent } from './requested-object.ts'

/** Nobody reads on after so many flaws. */
const ISSUES_MAX = 100
/** Between batches of documents other requests are answered. */
const READ_AT_ONCE = 100

/** Documents of any kinds, or the cells of a table of clusters, which say no more of them than their columns. */
export type Applied =
  | { readonly documents: readonly unknown[] }
  | { readonly table: readonly (readonly string[])[] }

export type ApplyRequest = Applied & { readonly options: WriteOptions }

type ApplyInput = {
  readonly objects: readonly SentObject[]
  readonly options: WriteOptions
}

type SentObject = {
  readonly object: ModelObject
  readonly secrets: SentSecrets
  /** Of a row: the whole object, where there is one already; null: it can't be so. */
  readonly completed?: (current: ModelObject) => Checked<ModelObject>
  readonly locate: Draft['locate']
}

export const applyUseCase = defineEdit<ApplyRequest, WriteOutcome, ApplyInput>({
  name: 'objects.apply',
  subject: null,
  parse: async ({ options, ...applied }, services) => {
    const objects = await readApplied(applied, services)
    return objects.ok ? accepted({ objects: objects.value, options }) : objects
  },
  recall: recallOutcome,
  // Each edited object is authorized separately below, before anything happens.
  load: ({ actor }, { objects }) => asked(resourceOfKnown(actor, objects[0]!.object)),
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { objects, options }) => {
    for await (const { object } of inSlices(objects))
      context.authorize('write', resourceOfKnown(context.actor, object))
    const fleet = await context.fleet()
    const drafts: Draft[] = []
    for await (const sent of inSlices(objects)) drafts.push(draftOf(sent, fleet))
    return submitDrafts(context, { action: 'objects.apply', drafts, options })
  },
})

function draftOf({ object, completed, secrets, locate }: SentObject, fleet: Fleet): Draft {
  const ref = refOf(object)
  const current = completed && findObject(fleet, ref)?.object
  const after = current ? completed(current) : accepted(object)
  if (!after.ok) throw refusalOf('invalid', located(after.issues, locate))
  return { ref, after: after.value, verb: 'apply', precondition: '*', secrets, locate }
}

async function readApplied(applied: Applied, services: Services): Promise<Checked<SentObject[]>> {
  if ('documents' in applied) return readAll(applied.documents, readObject, services)
  const rows = readClusterRows(applied.table)
  return rows.ok ? readAll(rows.value, readRow, services) : rows
}

/** Each with the services and its place among all. */
type Read<Sent> = (sent: Sent, services: Services, index: number) => Checked<SentObject>

async function readAll<Sent>(
  all: readonly Sent[],
  read: Read<Sent>,
  services: Services,
): Promise<Checked<SentObject[]>> {
  if (all.length === 0) {
    return refused([{ path: [], code: 'documents_empty', reason: 'There is no document here.' }])
  }
  const objects: SentObject[] = []
  const issues: Issue[] = []
  for await (const [index, sent] of inSlices(all.entries())) {
    const object = read(sent, services, index)
    if (object.ok) objects.push(object.value)
    else issues.push(...object.issues)
    if (issues.length >= ISSUES_MAX) break
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn()
  }
  if (issues.length > 0) return refused(issues)
  return checked(objects, repetitions(objects))
}

function readObject(document: unknown, services: Services, index: number): Checked<SentObject> {
  const inDocument = (path: Issue['path']) => [index, ...path]
  const read = readDocument(document)
  if (!read.ok) return refused(located(read.issues, inDocument))
  const { kind, json } = read.value
  const locate = (path: Issue['path']) => inDocument(documentPath(path))
  const object = readSent(kind, json, services)
  if (!object.ok) return refused(located(object.issues, locate))
  return accepted({ object: object.value, secrets: sentSecrets(kind, json), locate })
}

function readRow({ jsonAfter, locate }: ClusterRow, services: Services): Checked<SentObject> {
  const completed = (current: ModelObject | null) =>
    readSent('cluster', jsonAfter(current && objectJson(current)), services)
  const object = completed(null)
  if (!object.ok) return refused(located(object.issues, locate))
  return accepted({ object: object.value, completed, secrets: NO_SECRETS, locate })
}

function located(issues: readonly Issue[], locate: Draft['locate']): Issue[] {
  return issues.map((issue) => ({ ...issue, path: locate(issue.path) }))
}

function repetitions(objects: readonly SentObject[]): Issue[] {
  const seen = new Set<string>()
  return objects.flatMap(({ object, locate }) => {
    const key = refKey(refOf(object))
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const reason = `There are two documents of ${key}.`
    return [{ path: locate(['name']), code: 'document_repeated', reason }]
  })
}
