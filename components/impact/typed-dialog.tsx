'use client'

import type { ComponentProps, ReactNode } from 'react'
import { FieldErrors } from '#components/object-form/field-errors.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { type ConfirmText, useTyped } from './confirm-fields.tsx'

type Question = {
  readonly asked: readonly ConfirmText[]
  /** The same as on the button that opened the dialog. */
  readonly action: string
  readonly isBusy?: boolean
  /** Why the last attempt failed. */
  readonly problem?: string | undefined
  readonly onConfirm: () => void
  /** What to read or fill in first. */
  readonly children?: ReactNode
}

/** Has texts typed by hand before something that can't easily be undone. */
export function TypedDialog({
  open,
  onOpenChange,
  title,
  description,
  ...question
}: Pick<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'title' | 'description'> &
  Question) {
  const [first] = question.asked
  return (
    <Dialog
      {...{ open, onOpenChange, title, description }}
      initialFocus={first ? `#${first.id}` : 'input'}
    >
      <TypedForm {...question} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

/** Separate from the dialog, so that it starts empty each time the dialog opens. */
function TypedForm({
  asked,
  action,
  isBusy = false,
  problem,
  onConfirm,
  onCancel,
  children,
}: Question & { readonly onCancel: () => void }) {
  const { isTyped, fields } = useTyped(asked)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) onConfirm()
      }}
    >
      {children}
      {fields}
      <div role="alert">
        {problem !== undefined && <FieldErrors id="asked" errors={[problem]} />}
      </div>
      <div className="mt-2 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isBusy || !isTyped}>
          {action}
        </Button>
      </div>
    </form>
  )
}
