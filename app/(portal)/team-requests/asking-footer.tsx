import { TriangleAlert } from 'lucide-react'
import { problemWords } from '#components/impact/problem-words.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import type { RefusedForm } from '#lib/schemas/save-request.ts'

/** What came of sending a request, and the buttons that send it and leave. */
export function AskingFooter({
  form: { refused, isSending },
  cancelHref,
}: {
  form: { readonly refused: RefusedForm | null; readonly isSending: boolean }
  cancelHref: string
}) {
  return (
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
  )
}
