// How the forms of objects save: by the same use cases as the API's, on the condition that the impact and the state are
// those that the person saw.
import {
  type ObjectSave,
  readKindOfSave,
  readSaveRequest,
  type SaveRequest,
  type SaveState,
} from '#lib/schemas/save-request.ts'
import type { WriteOutcome } from '#lib/usecases/changes/submit.ts'
import type { WriteOptions } from '#lib/usecases/changes/write-options.ts'
import { clearBranchUseCase } from '#lib/usecases/clusters/clear-branch.ts'
import type { AttemptedEdit } from '#lib/usecases/audit/subject.ts'
import type { Door } from '#lib/usecases/define.ts'
import { objectUseCases, type ObjectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { refusalOf } from '#lib/usecases/refusal.ts'
import { act, type FormState, refuseForm } from './action.ts'

export async function saveObjectOf(request: ObjectSave): Promise<SaveState> {
  return withKind(request, async ({ create, replace }, request) => {
    const state = await submitForm(replace, request, ({ ref, body, etag, ...rest }) => {
      const options = optionsOf(rest)
      return ref === null
        ? act(create, { body, options })
        : act(replace, { ref, body, precondition: [etag ?? ''], options })
    })
    return saved(state, keptChange)
  })
}

export async function deleteObjectOf(request: ObjectSave): Promise<SaveState> {
  return withKind(request, (useCases, request) =>
    submitSave(
      useCases.delete,
      request,
      ({ ref, etag, ...rest }: SaveRequest) => ({
        ref: ref ?? { name: '' },
        body: null,
        precondition: [etag ?? ''],
        options: optionsOf(rest),
      }),
      keptChange,
    ),
  )
}

/** What a save attempts that names no kind. */
const ANY_OBJECT = { name: 'objects.save', subject: null }

/** Passes a save to the use cases of the kind that it names. */
async function withKind(
  sent: ObjectSave,
  send: (useCases: ObjectUseCases, request: SaveRequest) => Promise<SaveState>,
): Promise<SaveState> {
  const read = readKindOfSave(sent)
  if (!read.ok) {
    return saved(await refuseForm(ANY_OBJECT, refusalOf('invalid', read.issues)), noChange)
  }
  const { kind, ...request } = sent
  return send(objectUseCases[kind], request)
}

/** Clears the branch that the body names of the cluster that the ref names. */
export async function clearBranchOf(request: SaveRequest): Promise<SaveState> {
  return submitSave(
    clearBranchUseCase,
    request,
    ({ ref, body, ...rest }: SaveRequest) => ({
      ref: ref ?? { name: '' },
      body,
      options: optionsOf(rest),
    }),
    keptChange,
  )
}

export async function submitForm<Output>(
  useCase: AttemptedEdit['useCase'],
  request: SaveRequest,
  send: (save: SaveRequest) => Promise<FormState<Output>>,
): Promise<FormState<Output>> {
  const read = readSaveRequest(request)
  return read.ok ? send(read.value) : refuseForm(useCase, refusalOf('invalid', read.issues))
}

/** Passes a save to a use case, and answers the outcome; `changeOf` names the change that was made. */
export async function submitSave<Raw, Output>(
  useCase: Door<Raw, Output>,
  request: SaveRequest,
  inputOf: (save: SaveRequest) => Raw,
  changeOf: (output: Output) => number | null,
): Promise<SaveState> {
  const state = await submitForm(useCase, request, (save) => act(useCase, inputOf(save)))
  return saved(state, changeOf)
}

function saved<Output>(
  state: FormState<Output>,
  changeOf: (output: Output) => number | null,
): SaveState {
  return state.kind === 'refused' ? state : { kind: 'saved', change: changeOf(state.output) }
}

export function keptChange(outcome: WriteOutcome): number | null {
  return outcome.kind === 'kept' ? outcome.change : null
}

/** For a save that edits no object of the fleet, so makes no change. */
export function noChange(): null {
  return null
}

export function optionsOf({
  impact,
  reason,
  confirmRemovals,
  confirmChanges,
  freeName,
}: Pick<
  SaveRequest,
  'impact' | 'reason' | 'confirmRemovals' | 'confirmChanges' | 'freeName'
>): WriteOptions {
  return {
    dryRun: false,
    impactSlice: { offset: 0, limit: 1 },
    diffSlice: null,
    confirmRemovals,
    confirmChanges,
    reason: reasonOf(reason),
    expectedImpact: impact,
    freeName,
    idempotency: null,
  }
}

/** What somebody typed as their reason; null: nothing. */
export function reasonOf(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
