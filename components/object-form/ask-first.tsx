'use client'

import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { problemWords } from '#components/impact/problem-words.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import type { RefusedForm, SaveState } from '#lib/schemas/save-request.ts'
import { FieldErrors } from './field-errors.tsx'
import { useUnseenSave } from './use-unseen-save.ts'

/** A button that asks once more before it sends something of which no impact can be shown. */
export function AskFirst<Sent>({
  button,
  title,
  description,
  action,
  busy = 'Sending…',
  sent,
  save,
  words = refusalWords,
  children,
}: {
  button: ComponentProps<typeof Button>
  title: string
  description: string
  /** What the button that sends it says, and what it says meanwhile. */
  action: string
  busy?: string
  sent: Sent
  save: (sent: Sent) => Promise<SaveState>
  /** How a refusal reads. */
  words?: (refused: RefusedForm) => string
  /** Fields to fill in before, with what was refused of them. */
  children?: (refused: RefusedForm | null) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const { refused, isSending, send } = useUnseenSave(save, () => setIsOpen(false))
  const isOfField = refused !== null && Object.keys(refused.fields).length > 0
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)} />
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={title} description={description}>
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault()
            send(sent)
          }}
        >
          {children?.(refused)}
          <div role="alert">
            {refused && !(children && isOfField) && (
              <FieldErrors id="refused" errors={[words(refused)]} />
            )}
          </div>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button type="submit" look="primary" disabled={isSending}>
              {isSending ? busy : action}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}

/** Where no impact is shown, the number that confirms it is in what was refused. */
function refusalWords(refused: RefusedForm): string {
  return refused.code === 'changes_need_confirmation' ? refused.message : problemWords(refused)
}

/** What its button shows. */
export const labelled = (label: string, Icon: LucideIcon) => ({
  children: (
    <>
      <Icon aria-hidden className="size-4" />
      {label}
    </>
  ),
})
