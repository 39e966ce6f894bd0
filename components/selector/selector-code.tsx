'use client'

import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { keymap } from '@codemirror/view'
import type { RefObject } from 'react'
import { CodeField, type Flaw, type TextRange } from '#components/code/code-field.tsx'
import { selectorFlaws } from '#lib/domain/labels/selector-flaws.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { suggestionsAt } from './selector-completion.ts'
import { EVERYTHING_TEXT } from './selector-rows.ts'

export type SelectorCodeProps = {
  readonly label: string
  readonly kind: LabelledKind
  readonly text: string
  readonly onType: (text: string) => void
  readonly placeholder: string
  /** The id of what says why it is wrong; null: nothing is. */
  readonly errorId: string | null
  /** What was selected in the field whose place this one takes; null: that field had no focus. */
  readonly takenOver: RefObject<TextRange | null>
}

/** A selector as text, with completion from the labels in use, and with what is wrong marked where it stands. */
export default function SelectorCode({ kind, errorId, ...props }: SelectorCodeProps) {
  return (
    <CodeField
      {...props}
      describedBy={errorId ?? undefined}
      isInvalid={errorId !== null}
      flawsOf={flawsOf}
      extension={[
        keymap.of(completionKeymap),
        autocompletion({
          icons: false,
          override: [async (context: CompletionContext) => suggestionsAt(context, kind)],
        }),
      ]}
    />
  )
}

function flawsOf(text: string): readonly Flaw[] {
  if (text.trim() === '' || text.trim() === EVERYTHING_TEXT) return []
  return selectorFlaws(text)
}
