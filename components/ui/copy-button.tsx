'use client'

import { Check, Copy } from 'lucide-react'
import { useCopy } from './use-copy.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy, uncopied } = useCopy()
  const Icon = isCopied ? Check : Copy
  return (
    <>
      <button
        type="button"
        onClick={() => void copy(text)}
        aria-label={`Copy ${label}`}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <Icon aria-hidden className="size-3.5" />
        <output className="sr-only">{isCopied ? 'Copied' : ''}</output>
      </button>
      {uncopied}
    </>
  )
}
