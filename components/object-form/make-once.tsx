'use client'

import { type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { RefusedForm } from '#lib/schemas/save-request.ts'
import { FieldErrors } from './field-errors.tsx'

type Words = { readonly title: string; readonly description: string }

/** A button that opens a form, and then shows what it made, which nobody sees again. */
export function MakeOnce<Made>({
  label,
  icon: Icon,
  look = 'secondary',
  asks,
  answers,
  warning,
  renderForm,
  children,
}: {
  label: string
  icon: LucideIcon
  look?: 'primary' | 'secondary'
  asks: Words
  answers: (made: Made) => Words
  /** What closing it means. */
  warning: string
  renderForm: (onMade: (made: Made) => void, onCancel: () => void) => ReactNode
  children: (made: Made) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const close = () => {
    setIsOpen(false)
    setMade(null)
  }
  return (
    <>
      <Button look={look} onClick={() => setIsOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => !open && close()}
        wide
        {...(made === null ? asks : answers(made))}
      >
        {made === null ? (
          renderForm((given) => setMade(() => given), close)
        ) : (
          <>
            <Banner tone="warn" icon={TriangleAlert}>
              {warning}
            </Banner>
            <div className="space-y-3">{children(made)}</div>
            <div className="mt-4 flex justify-end">
              <Button look="primary" onClick={close}>
                Done
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </>
  )
}

/** The end of its form: why nothing was made, unless a field says so, and the buttons. */
export function MakeFooter({
  id,
  refused,
  isSending,
  action,
  onCancel,
}: {
  id: string
  refused: RefusedForm | null
  isSending: boolean
  action: string
  onCancel: () => void
}) {
  const isOfField = refused !== null && Object.keys(refused.fields).length > 0
  return (
    <>
      <div role="alert">
        {refused && !isOfField && <FieldErrors id={id} errors={[problemWords(refused)]} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={isSending}>
          {isSending ? 'Making it…' : action}
        </Button>
      </div>
    </>
  )
}
