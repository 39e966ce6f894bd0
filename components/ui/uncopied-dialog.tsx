'use client'

import { Dialog } from './dialog.tsx'

const ROWS_MAX = 12

/** A text that the browser doesn't let the page copy, selected, so that one key does it. */
export function UncopiedDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Copy it from here"
      description="This browser doesn’t let the page write to the clipboard, as over plain http."
      initialFocus="textarea"
    >
      <textarea
        readOnly
        aria-label="Text to copy"
        value={text}
        rows={Math.min(ROWS_MAX, text.split('\n').length + 2)}
        onFocus={({ target }) => target.select()}
        className="block w-full rounded-md border border-edge bg-sunken px-2.5 py-1.5 font-mono text-xs leading-5 break-all"
      />
    </Dialog>
  )
}
