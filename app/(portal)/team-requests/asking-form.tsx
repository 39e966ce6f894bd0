'use client'

import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type DraftedForm, FormDraft } from '#components/drafts/form-draft.tsx'
import { problemWords } from '#components/impact/problem-words.ts'
import { focusFirstInvalid } from '#components/object-form/first-invalid.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { RefusedForm } from '#lib/schemas/save-request.ts'

/** The frame of a form that asks an admin for something: its fields, what came of sending it, and the ways out. */
export function AskingForm<V extends Readonly<Record<string, unknown>>>({
  form,
  visitor,
  cancelHref,
  children,
}: {
  form: DraftedForm<V> & {
    readonly refused: RefusedForm | null
    readonly isSending: boolean
    readonly send: () => boolean
  }
  /** Who asks. */
  visitor: string
  cancelHref: string
  children: ReactNode
}) {
  const element = useRef<HTMLFormElement>(null)
  const { refused, isSending, send } = form
  return (
    <>
      <FormDraft form={form} visitor={visitor} />
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!send()) focusFirstInvalid(element.current)
        }}
        className="max-w-3xl rounded-lg border bg-surface"
      >
        <div className="space-y-5 p-4 sm:p-5">{children}</div>
        <div className="space-y-4 border-t p-4 sm:p-5">
          <div role="alert" className="empty:hidden">
            {refused && Object.keys(refused.fields).length === 0 && (
              <p className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-bad">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                <span>{problemWords(refused)}</span>
              </p>
            )}
          </div>
          <div className="flex items-center justify-end gap-2">
            <Link href={cancelHref} className={buttonClass('quiet')}>
              Cancel
            </Link>
            <Button type="submit" look="primary" disabled={isSending}>
              {isSending ? 'Sending…' : 'Send the request'}
            </Button>
          </div>
        </div>
      </form>
    </>
  )
}
