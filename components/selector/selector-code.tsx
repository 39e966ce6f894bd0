'use client'

import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { linter } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { selectorFlaws } from '#lib/domain/labels/selector-flaws.ts'
import type { LabelledKind } from '#lib/domain/objects/kinds.ts'
import { suggestionsAt } from './selector-completion.ts'
import { EVERYTHING_TEXT } from './selector-rows.ts'

/** Where the cursor is, or what is selected. */
export type TextRange = { readonly from: number; readonly to: number }

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
export default function SelectorCode(props: SelectorCodeProps) {
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const newest = useRef(props)
  // Before anything is painted, so that no key is lost while this takes the place of the plain field.
  useLayoutEffect(() => {
    newest.current = props
  })
  useLayoutEffect(() => {
    const { text, takenOver } = newest.current
    const selected = takenOver.current
    const editor = new EditorView({
      parent: element.current!,
      state: EditorState.create({
        doc: text,
        ...(selected && { selection: { anchor: selected.from, head: selected.to } }),
        extensions: extensionsOf(newest, attributes.current),
      }),
    })
    view.current = editor
    if (selected) editor.focus()
    return () => editor.destroy()
  }, [])
  const { text, label, errorId } = props
  useLayoutEffect(() => {
    const { doc } = view.current!.state
    if (doc.toString() === text) return
    view.current!.dispatch({ changes: { from: 0, to: doc.length, insert: text } })
  }, [text])
  useLayoutEffect(() => {
    const next = attributesOf({ label, errorId })
    view.current!.dispatch({ effects: attributes.current.reconfigure(next) })
  }, [label, errorId])
  return <div ref={element} />
}

function extensionsOf(
  newest: { readonly current: SelectorCodeProps },
  attributes: Compartment,
): Extension {
  return [
    history(),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(nonce()),
    LOOK,
    placeholder(newest.current.placeholder),
    attributes.of(attributesOf(newest.current)),
    autocompletion({
      icons: false,
      override: [async (context: CompletionContext) => suggestionsAt(context, newest.current.kind)],
    }),
    linter(({ state }) => flawsOf(state.doc.toString())),
    EditorView.updateListener.of(({ docChanged, state }) => {
      const text = state.doc.toString()
      if (!docChanged || text === newest.current.text) return
      // At once, because an older text that came back would replace what was typed since.
      flushSync(() => newest.current.onType(text))
    }),
  ]
}

function flawsOf(text: string) {
  if (text.trim() === '' || text.trim() === EVERYTHING_TEXT) return []
  return selectorFlaws(text).map(({ from, to, reason }) => ({
    from,
    to,
    severity: 'error' as const,
    message: reason,
  }))
}

function attributesOf({ label, errorId }: Pick<SelectorCodeProps, 'label' | 'errorId'>): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-invalid': String(errorId !== null),
    ...(errorId !== null && { 'aria-describedby': errorId }),
    spellcheck: 'false',
    autocapitalize: 'off',
  })
}

/** Of the styles that the page allows (`StyleNonce`). */
function nonce(): string {
  return String(Reflect.get(globalThis, '__webpack_nonce__') ?? '')
}

const LOOK = EditorView.theme({
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.25rem' },
  '.cm-content': { padding: '0', minHeight: '2.5rem', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', padding: '4px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    justifyContent: 'space-between',
    gap: '1rem',
    padding: '2px 8px',
    borderRadius: '4px',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent-strong)',
  },
  '.cm-completionDetail': { color: 'var(--muted)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
})
