'use client'

import { GitCommitHorizontal, Plus } from 'lucide-react'
import { useState } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { Button } from '#components/ui/button.tsx'
import { ModeSwitch, type WritingMode } from '#components/ui/mode-switch.tsx'
import { DependencyRowEditor } from './dependency-row-editor.tsx'
import {
  type DependencyRow,
  EMPTY_DEPENDENCY,
  reasonsOfRow,
  rowsOfText,
  textOfRows,
  type TypedDependencies,
} from './dependency-rows.ts'
import { FieldErrors } from './field-errors.tsx'
import { TextField } from './text-field.tsx'

/** What an application needs, as rows or as text, as the person prefers: both mean the same, and switching loses nothing. */
export function DependencyEditor({
  id,
  legend,
  hint,
  value,
  onChange,
  reasons,
  followsBranch,
}: {
  id: string
  legend: string
  hint: string | undefined
  value: TypedDependencies
  onChange: (value: TypedDependencies) => void
  reasons: FieldReasons
  /** Whether clusters get whatever its branch holds. */
  followsBranch: boolean
}) {
  const [mode, setMode] = useState<WritingMode>(() => (rowsOfText(value.text) ? 'rows' : 'text'))
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="mb-2 flex items-start justify-between gap-3">
        <div>
          <p aria-hidden className="text-sm font-medium">
            {legend}
          </p>
          <p className="text-xs text-muted">{hint}</p>
        </div>
        <ModeSwitch
          legend={legend}
          mode={mode}
          canDraw={rowsOfText(value.text) !== null}
          onChange={setMode}
        />
      </div>
      {mode === 'rows' ? (
        <Rows {...{ id, value, onChange, reasons }} />
      ) : (
        <TextField
          id={id}
          label={`${legend} as text`}
          hint="An application a line, as team/name. After it min_version=NAME, on=environment:NAME or healthy=false."
          multiline
          mono
          rows={4}
          placeholder="platform/cert-manager"
          value={value.text}
          onChange={(text) => onChange({ text, unfinished: null })}
          reasons={{ [id]: reasonsByLine(id, reasons) }}
        />
      )}
      {followsBranch && value.text.trim() !== '' && <BranchNote />}
    </fieldset>
  )
}

function BranchNote() {
  return (
    <p className="mt-2 flex items-start gap-2 rounded-md bg-sunken px-3 py-2 text-xs">
      <GitCommitHorizontal aria-hidden className="mt-px size-3.5 shrink-0 text-muted" />
      Clusters get this application’s branch, so only the first release on each cluster waits. Later
      commits of the branch aren’t held.
    </p>
  )
}

type Typed = {
  readonly id: string
  readonly value: TypedDependencies
  readonly onChange: (value: TypedDependencies) => void
  readonly reasons: FieldReasons
}

function Rows({ id, value, onChange, reasons }: Typed) {
  const { rows, change } = useRows(value, onChange)
  const ofAll = (reasons[id] ?? []).filter((reason) => reason !== value.unfinished)
  return (
    <>
      <ul className="space-y-2 empty:hidden">
        {rows.map((row, index) => (
          <DependencyRowEditor
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place: all of it can be changed
            key={index}
            row={row}
            number={index + 1}
            id={`${id}-${index}`}
            reasons={reasonsOfRow(rows, index, id, reasons)}
            onChange={(next) => change(rows.map((other, at) => (at === index ? next : other)))}
            onRemove={() => change(rows.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <FieldErrors id={id} errors={ofAll} />
      <Button
        look="quiet"
        className="mt-1 px-2"
        onClick={() => change([...rows, EMPTY_DEPENDENCY])}
      >
        <Plus aria-hidden className="size-4" />
        {rows.length === 0 ? 'Add an application' : 'Add another application'}
      </Button>
    </>
  )
}

/** The rows, which also hold what the text can't: unfinished ones. */
function useRows({ text, unfinished }: TypedDependencies, onChange: Typed['onChange']) {
  const [own, setOwn] = useState<readonly DependencyRow[]>(() => rowsOfText(text) ?? [])
  const typed = textOfRows(own)
  // They stay until something else changes the text.
  const isOwn = typed.text === text && typed.unfinished === unfinished
  return {
    rows: isOwn ? own : (rowsOfText(text) ?? []),
    change: (rows: readonly DependencyRow[]) => {
      setOwn(rows)
      onChange(textOfRows(rows))
    },
  }
}

/** Each reason with the number of the line that it is of. */
function reasonsByLine(id: string, reasons: FieldReasons): readonly string[] {
  return Object.entries(reasons).flatMap(([path, said]) => {
    const place = new RegExp(`^${id}\\.(\\d+)`).exec(path)?.[1]
    return place === undefined ? said : said.map((each) => `Line ${Number(place) + 1}: ${each}`)
  })
}
