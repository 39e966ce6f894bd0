'use client'

import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { errorId } from '#components/ui/field.tsx'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { type RowList, SelectorRowList, useRowList } from './selector-row-list.tsx'
import { ModeSwitch, type WritingMode } from '#components/ui/mode-switch.tsx'
import { SelectedCount } from './selected-count.tsx'
import { SelectorTextField } from './selector-text-field.tsx'
import { EVERYTHING_TEXT, rowsOf, type TypedSelector, textProblem } from './selector-rows.ts'

/** A selector as rows or as kubectl's text, as the person prefers: both mean the same, and switching loses nothing. */
export function SelectorEditor({
  id,
  legend,
  hint,
  kind,
  value,
  onChange,
  reasons,
}: {
  id: string
  legend: string
  hint: string
  kind: LabelledKind
  value: TypedSelector
  onChange: (value: TypedSelector) => void
  reasons: FieldReasons
}) {
  const [mode, setMode] = useState<WritingMode>(() =>
    rowsOf(value.text) || isEverything(value) ? 'rows' : 'text',
  )
  const [before, setBefore] = useState('')
  const list = useRowList(value, onChange)
  const everything = isEverything(value)
  const shown = flawsShown(mode, value, reasons, list)
  const toggleEverything = (on: boolean) => {
    if (on) setBefore(value.text)
    onChange({ text: on ? EVERYTHING_TEXT : before, unfinished: null })
  }
  return (
    <fieldset
      id={id}
      aria-label={legend}
      aria-describedby={shown.length > 0 ? errorId(id) : undefined}
      className="min-w-0"
    >
      <Head legend={legend} hint={hint} count={<SelectedCount kind={kind} text={value.text} />}>
        {(!everything || mode === 'text') && (
          <ModeSwitch
            legend={legend}
            mode={mode}
            canDraw={everything || rowsOf(value.text) !== null}
            onChange={setMode}
          />
        )}
      </Head>
      {/* The text stays while `*` is typed into it. */}
      {(!everything || mode === 'text') && (
        <Terms
          {...{ id, legend, kind, value, onChange, list }}
          mode={mode}
          isInvalid={shown.length > 0}
        />
      )}
      {everything && <Everything kind={kind} />}
      <FieldErrors id={id} errors={shown} />
      <EverythingSwitch kind={kind} checked={everything} onChange={toggleEverything} />
    </fieldset>
  )
}

type TermsProps = {
  readonly id: string
  readonly legend: string
  readonly kind: LabelledKind
  readonly value: TypedSelector
  readonly onChange: (value: TypedSelector) => void
  readonly list: RowList
  readonly isInvalid: boolean
}

function Terms({ mode, ...props }: TermsProps & { mode: WritingMode }) {
  if (mode === 'rows') return <SelectorRowList {...props} />
  const { id, legend, kind, value, onChange, isInvalid } = props
  return (
    <SelectorTextField
      label={`${legend} as text`}
      kind={kind}
      text={value.text}
      onType={(text) => onChange({ text, unfinished: null })}
      errorId={isInvalid ? errorId(id) : null}
    />
  )
}

function Head({
  legend,
  hint,
  count,
  children,
}: {
  legend: string
  hint: string
  count: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
      <div>
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm font-medium">
          <span>{legend}</span>
          <span className="text-xs font-normal tabular-nums">{count}</span>
        </p>
        <p className="text-xs text-muted">{hint}</p>
      </div>
      {children}
    </div>
  )
}

function EverythingSwitch({
  kind,
  checked,
  onChange,
}: {
  kind: LabelledKind
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  return (
    <label className="mt-3 flex w-fit items-center gap-2 text-xs">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {kind === 'cluster' ? 'Every cluster' : 'Every application'}, those to come too
    </label>
  )
}

/** Flaws are hidden while the value is typed. */
function flawsShown(
  mode: WritingMode,
  value: TypedSelector,
  reasons: FieldReasons,
  { isTyping }: RowList,
): string[] {
  const problem = mode === 'text' ? shownProblem(value) : null
  if (problem !== null) return [problem]
  return mode === 'rows' && isTyping ? [] : Object.values(reasons).flat()
}

/** Why the text isn't a selector; an empty text has no problem yet. */
function shownProblem({ text }: TypedSelector): string | null {
  return text.trim() === '' ? null : textProblem(text)
}

function isEverything({ text }: TypedSelector): boolean {
  return text.trim() === EVERYTHING_TEXT
}

function Everything({ kind }: { kind: LabelledKind }) {
  return (
    <p className="mt-2 flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-xs text-warn">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      This selects every {kind} there is and every one that will ever be added.
    </p>
  )
}
