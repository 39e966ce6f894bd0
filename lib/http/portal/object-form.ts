// How the forms of objects save: by the same use cases as the API's, on the condition that the impact and the state are
// those that the person saw.
import {
  kindOfSave,
  type ObjectSave,
  saveRequest,
  type SaveState,
} from '#lib/schemas/save-request.ts'
import type { WriteOptions } from '#lib/usecases/changes/write-options.ts'
import { objectUseCases, type ObjectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { act, changeOf, submit } from './action.ts'

export async function saveObjectOf(request: ObjectSave): Promise<SaveState> {
  return withKind(request, ({ create, replace }, request) =>
    submit(replace, saveRequest, request, ({ ref, body, etag, ...seen }) => {
      const options = optionsOf(seen)
      return ref === null
        ? act(create, { body, options }, changeOf)
        : act(replace, { ref, body, precondition: [etag ?? ''], options }, changeOf)
    }),
  )
}

export async function deleteObjectOf(request: ObjectSave): Promise<SaveState> {
  return withKind(request, ({ delete: remove }, request) =>
    submit(remove, saveRequest, request, ({ ref, etag, ...seen }) => {
      const options = optionsOf(seen)
      const named = ref ?? { name: '' }
      return act(remove, { ref: named, body: null, precondition: [etag ?? ''], options }, changeOf)
    }),
  )
}

/** What a save attempts that names no kind. */
const ANY_OBJECT = { name: 'objects.save', subject: null }

/** Passes a save to the use cases of the kind that it names. */
function withKind(
  sent: ObjectSave,
  send: (useCases: ObjectUseCases, request: unknown) => Promise<SaveState>,
): Promise<SaveState> {
  return submit(ANY_OBJECT, kindOfSave, sent, ({ kind, ...request }) =>
    send(objectUseCases[kind], request),
  )
}

/** The options of a write whose impact somebody saw. */
export function optionsOf({
  impact,
  reason,
  confirmRemovals,
  confirmChanges,
  freeName,
}: Pick<WriteOptions, 'reason' | 'confirmRemovals' | 'confirmChanges' | 'freeName'> & {
  readonly impact: string
}): WriteOptions {
  return {
    dryRun: false,
    impactSlice: { offset: 0, limit: 1 },
    diffSlice: null,
    confirmRemovals,
    confirmChanges,
    reason,
    expectedImpact: impact,
    freeName,
    idempotency: null,
  }
}
