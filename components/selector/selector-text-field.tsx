'use client'

import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import type { TextRange } from '#components/code/code-field.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { SelectorCodeProps } from './selector-code.tsx'

const SelectorCode = lazy(async () => import('./selector-code.tsx'))

type Props = Omit<SelectorCodeProps, 'takenOver' | 'placeholder'>

const PLACEHOLDER = 'region in (east,west),gpu=true,!legacy'

/** The text of a selector: a plain field that takes what is typed until the one with completion has loaded. */
export function SelectorTextField(props: Props) {
  const selected = useRef<TextRange>(null)
  const { errorId } = props
  return (
    <div
      className={classNames(
        'rounded-md border bg-surface px-2.5 py-1.5 font-mono text-xs leading-5 outline-offset-2 outline-accent focus-within:outline-2',
        errorId === null ? 'border-edge' : 'border-bad',
      )}
    >
      <Suspense fallback={<PlainText {...props} selected={selected} />}>
        <SelectorCode {...props} placeholder={PLACEHOLDER} takenOver={selected} />
      </Suspense>
    </div>
  )
}

function PlainText({
  label,
  text,
  onType,
  errorId,
  selected,
}: Props & { selected: RefObject<TextRange | null> }) {
  const element = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const field = element.current!
    // What another field does as it is left may put the other in this one's place before the focus arrives here.
    let awaitsFocus = false
    const follow = ({ relatedTarget }: FocusEvent) => {
      awaitsFocus = relatedTarget === field
    }
    window.addEventListener('focusout', follow, true)
    return () => {
      window.removeEventListener('focusout', follow, true)
      if (document.activeElement !== field && !awaitsFocus) return
      selected.current = { from: field.selectionStart, to: field.selectionEnd }
    }
  }, [selected])
  return (
    <textarea
      ref={element}
      aria-label={label}
      aria-invalid={errorId !== null}
      aria-describedby={errorId ?? undefined}
      rows={2}
      spellCheck={false}
      placeholder={PLACEHOLDER}
      value={text}
      onChange={({ target }) => onType(target.value)}
      className="block w-full resize-none outline-none placeholder:text-muted"
    />
  )
}
