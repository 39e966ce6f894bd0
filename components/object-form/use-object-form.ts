'use client'

import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import type { ImpactRequest } from '#components/impact/impact-request.ts'
import { NAME_HELD, problemWords } from '#components/impact/problem-words.ts'
import { useImpact } from '#components/impact/use-impact.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import type { Draft, Edited, FormSpec } from './form-spec.ts'
import { changedFields } from './merge-drafts.ts'
import { STALE, useSaving } from './use-saving.ts'

/** A form of one object: what it holds, what saving that would do, and the way to save it. */
export function useObjectForm<D extends Draft, Json>(
  spec: FormSpec<D, Json>,
  start: { readonly draft: D; readonly edited: Edited | null },
) {
  const [{ base, edited }, setOrigin] = useState({ base: start.draft, edited: start.edited })
  const [draft, setDraft] = useState(start.draft)
  const [isAttempted, setIsAttempted] = useState(false)
  const [freeName, setFreeName] = useState(false)
  const drafted = { base, draft, edited, freeName }
  const { missing, request, view, isAwaited, gravity } = useDraftImpact(spec, drafted)
  const saving = useSaving(view)
  const touched = changedFields(base, draft)
  const isStale = view.problem?.code === STALE || saving.refused?.code === STALE
  const set = <F extends keyof D & string>(field: F, value: D[F]) => {
    setDraft((draft) => ({ ...draft, [field]: value }))
    saving.forget()
  }
  const refused = { ...reasonsOf(view.problem), ...reasonsOf(saving.refused) }
  const wrong = { ...withoutPrefix(refused, spec.within), ...flawsOf(missing) }

  return {
    draft,
    base,
    edited,
    view,
    request,
    missing,
    saving,
    isStale,
    gravity,
    /** Whether the impact of what stands in the form is still to come: nothing is saved unseen. */
    isAwaited,
    set,
    /** What the control of a field is given; nothing is wrong with it before the person came there. */
    field: <F extends keyof D & string>(field: F) => ({
      id: field,
      value: draft[field],
      onChange: (value: D[F]) => set(field, value),
      reasons: isAttempted || touched.includes(field) ? below(field, wrong) : {},
    }),
    allowFreeName: () => {
      setFreeName(true)
      saving.forget()
    },
    /** Goes on from another state of the object. */
    rebase: (origin: { base: D; edited: Edited }, draft: D) => {
      setOrigin(origin)
      setDraft(draft)
      saving.forget()
    },
    /** Saves, unless something is wrong or must be confirmed first; says what the person has to do next. */
    submit: (reason: string, isConfirmed: boolean): 'wrong' | 'early' | 'confirm' | 'sent' => {
      setIsAttempted(true)
      if (isAwaited) return 'early'
      if (request === null || view.impact === null || view.problem) return 'wrong'
      if (!isConfirmed && (gravity || mustConfirm(view.impact))) return 'confirm'
      const { digest: impact, confirmRemovals, confirmChanges } = view.impact
      const seen = { impact, reason, freeName, confirmRemovals, confirmChanges }
      saving.send(spec.save, { ...targetOf(edited), body: spec.bodyOf(draft), ...seen })
      return 'sent'
    },
  }
}

export type ObjectForm<D extends Draft, Json> = ReturnType<typeof useObjectForm<D, Json>>

type Refusal = { readonly code: string; readonly message: string; readonly fields: FieldReasons }

/** What a refusal says of each field; that a name is held is said of the whole. */
function reasonsOf(refusal: Refusal | null): FieldReasons {
  if (refusal?.code === NAME_HELD) return { name: [problemWords(refusal)] }
  return refusal?.fields ?? {}
}

/** The reasons of the object's fields, by their paths in it. */
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

function targetOf(edited: Edited | null) {
  return { ref: edited?.ref ?? null, etag: edited?.etag ?? null }
}

/** What saving the draft would do, as far as the draft is complete, and what of it no number says. */
function useDraftImpact<D extends Draft, Json>(
  spec: FormSpec<D, Json>,
  {
    base,
    draft,
    edited,
    freeName,
  }: { base: D; draft: D; edited: Edited | null; freeName: boolean },
) {
  const isUnnamed = draft.name.trim() === ''
  const missing: Readonly<Record<string, string>> = {
    ...(isUnnamed && { name: 'A name is required.' }),
    ...spec.missing(draft),
  }
  const isComplete = Object.keys(missing).length === 0
  const request = isComplete ? requestOf(spec, draft, edited, freeName) : null
  const view = useImpact(request)
  const gravity = edited ? (spec.gravityOf?.(base, draft) ?? null) : null
  return { missing, request, view, gravity, isAwaited: request !== null && !view.isCurrent }
}

function requestOf<D extends Draft, Json>(
  spec: FormSpec<D, Json>,
  draft: D,
  edited: Edited | null,
  freeName: boolean,
): ImpactRequest {
  return {
    method: edited ? 'PUT' : 'POST',
    path: edited?.path ?? spec.collection,
    body: spec.bodyOf(draft),
    etag: edited?.etag ?? null,
    freeName,
  }
}

function mustConfirm({ confirmRemovals, confirmChanges }: ImpactAnswer): boolean {
  return confirmRemovals !== null || confirmChanges !== null
}

/** What is wrong at a field or below it, by its path. */
function below(field: string, reasons: FieldReasons): FieldReasons {
  return Object.fromEntries(
    Object.entries(reasons).filter(([path]) => path === field || path.startsWith(`${field}.`)),
  )
}
