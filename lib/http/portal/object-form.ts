// How the forms of objects save: by the same use cases as the API's, on the condition that the impact and the state are
// those that the person saw.
import {
  type DeleteObject,
  deleteRequest,
  kindOfSave,
  type OfKind,
  type SaveObject,
  saveRequest,
  type SaveState,
} from '#lib/schemas/save-request.ts'
import { PLAIN_WRITE, type WriteOptions } from '#lib/usecases/changes/write-options.ts'
import { objectUseCases, type ObjectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { act, changeOf, submit } from './action.ts'

export const saveObjectOf: SaveObject = (sent) =>
  withKind(sent, ({ create, replace }, request) =>
    submit(replace, saveRequest, request, ({ ref, body, etag, ...seen }) => {
      const options = optionsOf(seen)
      return ref === null
        ? act(create, { body, options }, changeOf)
        : act(replace, { ref, body, precondition: [etag ?? ''], options }, changeOf)
    }),
  )

export const deleteObjectOf: DeleteObject = (sent) =>
  withKind(sent, ({ delete: remove }, request) =>
    submit(remove, deleteRequest, request, ({ ref, etag, ...seen }) => {
      const options = optionsOf(seen)
      return act(remove, { ref, body: null, precondition: [etag], options }, changeOf)
    }),
  )

/** What a save attempts that names no kind. */
const ANY_OBJECT = { name: 'objects.save', subject: null }

/** Passes a save to the use cases of the kind that it names. */
function withKind(
  sent: OfKind,
  send: (useCases: ObjectUseCases, request: unknown) => Promise<SaveState>,
): Promise<SaveState> {
  return submit(ANY_OBJECT, kindOfSave, sent, ({ kind, ...request }) =>
    send(objectUseCases[kind], request),
  )
}

type Confirmed = Pick<
  WriteOptions,
  'reason' | 'confirmRemovals' | 'confirmChanges' | 'override'
> & {
  readonly impact: string
  readonly freeName?: boolean
}

/** The options of a write whose impact somebody saw. */
export function optionsOf({
  impact: expectedImpact,
  freeName = false,
  ...confirmed
}: Confirmed): WriteOptions {
  return { ...PLAIN_WRITE, ...confirmed, expectedImpact, freeName }
}
