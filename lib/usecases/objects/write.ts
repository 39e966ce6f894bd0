// Writes the objects that people describe. Each verb only says what it drafts; what a draft does, and whether it is
// allowed, is decided in one place for all of them.
import { impliedObject } from '#lib/domain/objects/implied.ts'
import { findObject } from '#lib/domain/fleet/fleet.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { mergePatch } from '#lib/domain/objects/merge-patch.ts'
import { codecOf, objectJson } from '#lib/domain/objects/object-json.ts'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { sentSecrets } from '#lib/domain/objects/secrets.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import type { Draft } from '../changes/drafts.ts'
import { recallOutcome } from '../changes/idempotency.ts'
import { submitDrafts, type WriteOutcome } from '../changes/submit.ts'
import type { Precondition, WriteOptions } from '../changes/write-options.ts'
import { asked, defineEdit, type UseCase } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import { resourceIn, resourceOfKnown } from './concerning.ts'
import { readSent, type RefParameters, refFromPath, subjectOf } from './requested-object.ts'

/** The object is the whole request body. */
const locate: Draft['locate'] = (path) => path

const isDryRun = ({ options }: { options: WriteOptions }) => options.dryRun

export type CreateRequest = { readonly body: unknown; readonly options: WriteOptions }
type CreateInput = CreateRequest & { readonly object: ModelObject }

export function createUseCase(kind: Kind): UseCase<CreateRequest, WriteOutcome> {
  return defineEdit<CreateRequest, WriteOutcome, CreateInput>({
    name: `${kinds[kind].collection}.create`,
    subject: subjectOf(kind),
    parse: ({ body, options }, services) => {
      const object = readSent(kind, body, services)
      return object.ok ? { ok: true, value: { object: object.value, body, options } } : object
    },
    recall: recallOutcome,
    load: ({ actor }, { object }) => asked(resourceOfKnown(actor, object)),
    isDryRun,
    run: (context, { object, body, options }) => {
      const secrets = sentSecrets(kind, body)
      const draft = { ref: refOf(object), after: object, verb: 'create', secrets } as const
      return submitDrafts(context, {
        action: `${kinds[kind].collection}.create`,
        drafts: [{ ...draft, precondition: '*', locate }],
        options,
      })
    },
  })
}

export type EditInput = {
  readonly ref: RefParameters
  readonly body: unknown
  readonly precondition: Precondition
  readonly options: WriteOptions
}

export const replaceUseCase = (kind: Kind) =>
  editUseCase(kind, 'replace', (body, current) => {
    const named = withNames(body, current)
    return codecOf(current).keeping?.(named, current) ?? accepted(named)
  })

export const patchUseCase = (kind: Kind) =>
  editUseCase(kind, 'patch', (body, current) => accepted(mergePatch(objectJson(current), body)))

export const deleteUseCase = (kind: Kind) => editUseCase(kind, 'delete', null)

/** An edit of an existing object; `draft` computes from the body what it becomes; without `draft` it is deleted. */
function editUseCase(
  kind: Kind,
  verb: 'replace' | 'patch' | 'delete',
  draft: ((body: unknown, current: ModelObject) => Checked<unknown>) | null,
): UseCase<EditInput, WriteOutcome> {
  return defineEdit<EditInput, WriteOutcome, EditInput, ModelObject>({
    name: `${kinds[kind].collection}.${verb}`,
    subject: subjectOf(kind),
    recall: recallOutcome,
    load: async (context, { ref }) => {
      const named = refFromPath(kind, ref)
      const found = findObject(await context.fleet(), named)?.object ?? impliedObject(named)
      return found ? { resource: await resourceIn(context, found), found } : null
    },
    isDryRun,
    run: async (context, input, current) => {
      const whole = draft?.(input.body, current) ?? null
      const read = whole?.ok ? readSent(kind, whole.value, context.services) : whole
      const after = read && readEdited(read, current)
      if (after) context.authorize('write', resourceOfKnown(context.actor, after))
      const { precondition, options } = input
      const secrets = sentSecrets(kind, input.body)
      const edited = { ref: refOf(current), after, verb: 'replace', secrets } as const
      return submitDrafts(context, {
        action: `${kinds[kind].collection}.${verb}`,
        drafts: [{ ...edited, precondition, locate }],
        options,
      })
    },
  })
}

/** Adds the names from the path to a body that leaves them out. */
function withNames(body: unknown, current: ModelObject): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const { name, team } = refOf(current)
  return { name, ...(team !== null && { namespace: team }), ...body }
}

function readEdited(read: Checked<ModelObject>, current: ModelObject): ModelObject {
  if (!read.ok) throw refusalOf('invalid', read.issues)
  if (refKey(refOf(read.value)) === refKey(refOf(current))) return read.value
  throw new Refusal('invalid', 'Names never change: create the object anew under the other name.', {
    code: 'name_immutable',
    issues: [{ path: ['name'], code: 'name_immutable', reason: 'Names never change.' }],
  })
}
