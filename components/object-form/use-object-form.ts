'use client'

import { useEffect, useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import type { ImpactRequest } from '#components/impact/impact-request.ts'
import { NAME_HELD, problemWords } from '#components/impact/problem-words.ts'
import { lacksWhy } from '#components/impact/stops.tsx'
import { type ImpactView, useImpact } from '#components/impact/use-impact.ts'
import { useUnsavedEdits } from '#components/navigation/navigation.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { EditedState, FieldValue, FormSpec, FormValues } from './form-spec.ts'
import { changedFields } from './merge-values.ts'
import { STALE, useSaving } from './use-saving.ts'

type FormStart = {
  readonly values: FormValues
  readonly edited: EditedState | null
  /** The edited object as it is, if the form opens with something else. */
  readonly base?: FormValues
}

/** A form of one object: its values, the impact of saving them, and the save. */
export function useObjectForm(spec: FormSpec, start: FormStart) {
  const [origin, setOrigin] = useState({
    base: start.base ?? start.values,
    edited: start.edited,
    /** What the form opened with, which isn't always the edited object as it is. */
    opened: start.values,
  })
  const { base, edited, opened } = origin
  const [values, setValues] = useState(start.values)
  const [isAttempted, setIsAttempted] = useState(false)
  const [freeName, setFreeName] = useState(false)
  const overriding = useOverride()
  const impact = useFormImpact(spec, { base, values, edited, freeName })
  const { missing, request, view, isAwaited, gravity } = impact
  const saving = useSaving(view)
  const [told, settle] = useTold(base, values)
  useUnsavedEdits(saving.isSaved ? [] : namesOf(changedFields(opened, values), spec))
  const set = (field: string, value: FieldValue) => {
    setValues((values) => ({ ...values, [field]: value }))
    saving.forget()
  }
  const shown = shownReasons(spec, { base, values, missing, view, saving, told, isAttempted })

  return {
    values,
    ...origin,
    ...impact,
    saving,
    isStale: [view.problem?.code, saving.refused?.code].includes(STALE),
    isAttempted,
    set,
    /** For when the focus leaves a field: what is wrong with it shows at once. */
    settle,
    /** The props of a field's control. Reasons show once it or what they follow from was edited and left for a while, or a save was tried. */
    field: (field: string) => ({
      id: field,
      value: values[field]!,
      onChange: (value: FieldValue) => set(field, value),
      reasons: shown(field),
    }),
    ...overriding,
    allowFreeName: () => {
      setFreeName(true)
      saving.forget()
    },
    /** Goes on from a newer state of the object. */
    rebase: (origin: { base: FormValues; edited: EditedState }, values: FormValues) => {
      setOrigin({ ...origin, opened: origin.base })
      setValues(values)
      saving.forget()
    },
    /** Saves, unless something is wrong or must be confirmed first. */
    submit: (reason: string, isConfirmed: boolean): 'wrong' | 'early' | 'confirm' | 'sent' => {
      setIsAttempted(true)
      if (Object.keys(missing).length > 0) return 'wrong'
      if (isAwaited) return 'early'
      if (request === null || view.impact === null || view.problem) return 'wrong'
      if (lacksWhy(view.impact, reason, overriding.override)) return 'wrong'
      if (!isConfirmed && (gravity || mustConfirm(view.impact))) return 'confirm'
      const sent = { ...seenOf(view.impact, overriding), body: spec.bodyOf(values), reason }
      const save = () => spec.save({ ...targetOf(edited), ...sent, freeName })
      saving.send(save, edited ? undefined : spec.nextPath?.(values.name))
      return 'sent'
    },
  }
}

const PAUSE_MS = 1000

/** Edited fields, and what tells of them at once: nobody is told that what they are still typing is wrong. */
function useTold(base: FormValues, values: FormValues): [readonly string[], () => void] {
  const [told, setTold] = useState<readonly string[]>([])
  useEffect(() => {
    const timer = setTimeout(() => setTold(changedFields(base, values)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [base, values])
  return [told, () => setTold(changedFields(base, values))]
}

/** The reasons that the control of each field shows by now. */
function shownReasons(
  spec: FormSpec,
  form: {
    readonly base: FormValues
    readonly values: FormValues
    readonly missing: Readonly<Record<string, string>>
    readonly view: ImpactView
    readonly saving: { readonly refused: Refusal | null }
    readonly told: readonly string[]
    readonly isAttempted: boolean
  },
): (field: string) => FieldReasons {
  const { told, isAttempted } = form
  const typed = changedFields(form.base, form.values)
  const refused = refusedFields(spec, form.view.problem, form.saving.refused)
  const wrong = { ...refused, ...flawsOf(form.missing) }
  return (field) => {
    if (isAttempted || told.includes(field)) return below(field, wrong)
    // Nobody types in it: what is refused of it follows from another field.
    return told.length > 0 && !typed.includes(field) ? below(field, refused) : {}
  }
}

function namesOf(fields: readonly string[], { labels }: FormSpec): string[] {
  return fields.map((field) => labels[field] ?? field)
}

export type ObjectForm = ReturnType<typeof useObjectForm>

type Refusal = { readonly code: string; readonly message: string; readonly fields: FieldReasons }

/** The refusal's reasons by field. A held name is a refusal of the whole, but the name is what must change. */
function reasonsOf(refusal: Refusal | null): FieldReasons {
  if (refusal?.code === NAME_HELD) return { name: [problemWords(refusal)] }
  return refusal?.fields ?? {}
}

function refusedFields(
  { within }: FormSpec,
  ...refusals: readonly (Refusal | null)[]
): FieldReasons {
  const reasons: FieldReasons = Object.assign({}, ...refusals.map(reasonsOf))
  return withoutPrefix(reasons, within)
}

/** The reasons by their paths in the object, instead of in the body around it. */
function withoutPrefix(reasons: FieldReasons, within: string | undefined): FieldReasons {
  if (within === undefined) return reasons
  return Object.fromEntries(
    Object.entries(reasons).map(([path, why]) => [
      path.startsWith(`${within}.`) ? path.slice(within.length + 1) : path,
      why,
    ]),
  )
}

function flawsOf(missing: Readonly<Record<string, string>>): FieldReasons {
  return Object.fromEntries(Object.entries(missing).map(([field, flaw]) => [field, [flaw]]))
}

/** Whether to save although something stops it. */
function useOverride() {
  const [override, setOverride] = useState(false)
  return { override, setOverride }
}

/** The impact that the person saw, and what they confirmed with it. */
function seenOf(
  { digest: impact, confirmRemovals, confirmChanges }: ImpactAnswer,
  { override }: { readonly override: boolean },
) {
  return { impact, confirmRemovals, confirmChanges, override }
}

function targetOf(edited: EditedState | null) {
  return { ref: edited?.ref ?? null, etag: edited?.etag ?? null }
}

/** The impact of saving the form once it is complete, and what the impact's numbers don't show. */
function useFormImpact(
  spec: FormSpec,
  {
    base,
    values,
    edited,
    freeName,
  }: { base: FormValues; values: FormValues; edited: EditedState | null; freeName: boolean },
) {
  const missing = spec.missing(values)
  const isNamed = edited !== null || values.name.trim() !== ''
  const previewed = isNamed ? values : { ...values, name: UNNAMED }
  const [waiting = null] = Object.values(spec.missing(previewed))
  const request = waiting === null ? requestOf(spec, previewed, edited, freeName) : null
  const view = useImpact(request)
  const gravity = edited ? (spec.gravityOf?.(base, values) ?? null) : null
  return {
    missing,
    /** What the preview waits for; null: for nothing. */
    waiting,
    request,
    view,
    gravity,
    /** Whether the impact of the typed values is still being computed; nothing is saved before it is shown. */
    isAwaited: Object.keys(missing).length === 0 && !view.isCurrent,
  }
}

/** Stands for the name of a new object until it has one, which only saving needs. */
const UNNAMED = 'not-named-yet'

function requestOf(
  spec: FormSpec,
  values: FormValues,
  edited: EditedState | null,
  freeName: boolean,
): ImpactRequest {
  return {
    method: edited ? 'PUT' : 'POST',
    path: edited?.path ?? spec.collection,
    body: spec.bodyOf(values),
    etag: edited?.etag ?? null,
    freeName,
    include: spec.include,
  }
}

function mustConfirm({ confirmRemovals, confirmChanges }: ImpactAnswer): boolean {
  return confirmRemovals !== null || confirmChanges !== null
}

/** The reasons of a field and of everything below it. */
function below(field: string, reasons: FieldReasons): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).filter(([path]) => path === field || path.startsWith(`${field}.`)),
  )
}
