'use client'

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { type Diagnostic, linter } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { LOOK } from './code-look.ts'

/** Where the cursor is, or what is selected. */
export type TextRange = { readonly from: number; readonly to: number }

/** What is wrong with a part of a text. */
export type Flaw = TextRange & { readonly reason: string }

export type CodeFieldProps = {
  readonly label: string
  readonly text: string
  readonly onType: (text: string) => void
  readonly placeholder: string
  /** The ids of what describes it; undefined: nothing does. */
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  /** What is wrong with a text, which is marked where it stands. */
  readonly flawsOf: (text: string) => readonly Flaw[]
  /** What was selected in the field whose place this one takes; null: that field had no focus. */
  readonly takenOver: RefObject<TextRange | null>
  /** What it can do besides; what it was first is kept. */
  readonly extension: Extension
}

/** A field for text that has a grammar. */
export function CodeField(props: CodeFieldProps) {
  const element = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const attributes = useRef(new Compartment())
  const flaws = useRef(new Compartment())
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
        extensions: [
          extensionsOf(newest),
          attributes.current.of(attributesOf(newest.current)),
          flaws.current.of(linterOf(newest.current.flawsOf)),
        ],
      }),
    })
    view.current = editor
    if (selected) editor.focus()
    return () => editor.destroy()
  }, [])
  const { text, label, describedBy, isInvalid, flawsOf } = props
  useLayoutEffect(() => {
    const { doc } = view.current!.state
    if (doc.toString() === text) return
    view.current!.dispatch({ changes: { from: 0, to: doc.length, insert: text } })
  }, [text])
  useLayoutEffect(() => {
    const next = attributesOf({ label, describedBy, isInvalid })
    view.current!.dispatch({ effects: attributes.current.reconfigure(next) })
  }, [label, describedBy, isInvalid])
  useLayoutEffect(() => {
    view.current!.dispatch({ effects: flaws.current.reconfigure(linterOf(flawsOf)) })
  }, [flawsOf])
  return <div ref={element} />
}

function extensionsOf(newest: { readonly current: CodeFieldProps }): Extension {
  return [
    history(),
    newest.current.extension,
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(nonce()),
    LOOK,
    placeholder(newest.current.placeholder),
    EditorView.updateListener.of(({ docChanged, state }) => {
      const text = state.doc.toString()
      if (!docChanged || text === newest.current.text) return
      // At once, because an older text that came back would replace what was typed since.
      flushSync(() => newest.current.onType(text))
    }),
  ]
}

function linterOf(flawsOf: CodeFieldProps['flawsOf']): Extension {
  return linter(({ state }) => flawsOf(state.doc.toString()).map(diagnosticOf))
}

function diagnosticOf({ from, to, reason }: Flaw): Diagnostic {
  return { from, to, severity: 'error', message: reason }
}

type Attributes = Pick<CodeFieldProps, 'label' | 'describedBy' | 'isInvalid'>

function attributesOf({ label, describedBy, isInvalid }: Attributes): Extension {
  return EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-invalid': String(isInvalid),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    spellcheck: 'false',
    autocapitalize: 'off',
  })
}

/** Of the styles that the page allows (`StyleNonce`). */
function nonce(): string {
  return String(Reflect.get(globalThis, '__webpack_nonce__') ?? '')
}
