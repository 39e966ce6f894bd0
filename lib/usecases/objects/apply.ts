// Several objects at once: all of them or none, as one change.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { type SentSecrets, sentSecrets } from '#lib/domain/objects/secrets.ts'
import { accepted, type Checked, checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { documentPath, readDocument } from '#lib/schemas/document.ts'
import type { Draft } from '../changes/drafts.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { asked, defineEdit } from '../define.ts'
import { inSlices } from '../in-slices.ts'
import type { Services } from '../services.ts'
import { readSent, resourceOf } from './requested-object.ts'

/** Nobody reads on after so many flaws. */
const ISSUES_MAX = 100
/** Between batches of documents other requests are answered. */
const READ_AT_ONCE = 100

export type ApplyRequest = {
  readonly documents: readonly unknown[]
  readonly options: WriteOptions
}

type ApplyInput = {
  readonly objects: readonly SentObject[]
  readonly options: WriteOptions
}

type SentObject = { readonly object: ModelObject; readonly secrets: SentSecrets }

export const applyUseCase = defineEdit<ApplyRequest, WriteOutcome, ApplyInput>({
  name: 'objects.apply',
  subject: null,
  parse: async ({ documents, options }, services) => {
    const objects = await readDocuments(documents, services)
    return objects.ok ? accepted({ objects: objects.value, options }) : objects
  },
  recall: recallOutcome,
  // Each edited object is authorized separately below, before anything happens.
  load: (_, { objects }) => asked(resourceOf(objects[0]!.object)),
  isDryRun: ({ options }) => options.dryRun,
  run: async (context, { objects, options }) => {
    for await (const { object } of inSlices(objects)) context.authorize('write', resourceOf(object))
    const drafts = objects.map(({ object, secrets }, index): Draft => ({
      ref: refOf(object),
      after: object,
      verb: 'apply',
      precondition: '*',
      secrets,
      locate: (path) => [index, ...documentPath(path)],
    }))
    return submitDrafts(context, { action: 'objects.apply', drafts, options })
  },
})

async function readDocuments(
  documents: readonly unknown[],
  services: Services,
): Promise<Checked<SentObject[]>> {
  if (documents.length === 0) {
    return refused([{ path: [], code: 'documents_empty', reason: 'There is no document here.' }])
  }
  const objects: SentObject[] = []
  const issues: Issue[] = []
  for await (const [index, document] of inSlices(documents.entries())) {
    const read = readObject(document, services)
    if (read.ok) objects.push(read.value)
    else for (const issue of read.issues) issues.push({ ...issue, path: [index, ...issue.path] })
    if (issues.length >= ISSUES_MAX) break
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await nextTurn()
  }
  if (issues.length > 0) return refused(issues)
  return checked(objects, repetitions(objects))
}

function readObject(document: unknown, services: Services): Checked<SentObject> {
  const read = readDocument(document)
  if (!read.ok) return read
  const { kind, json } = read.value
  const object = readSent(kind, json, services)
  if (object.ok) return accepted({ object: object.value, secrets: sentSecrets(kind, json) })
  return refused(object.issues.map((issue) => ({ ...issue, path: documentPath(issue.path) })))
}

function repetitions(objects: readonly SentObject[]): Issue[] {
  const seen = new Set<string>()
  return objects.flatMap(({ object }, index) => {
    const key = refKey(refOf(object))
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const reason = `There are two documents of ${key}.`
    return [{ path: [index, 'metadata', 'name'], code: 'document_repeated', reason }]
  })
}
