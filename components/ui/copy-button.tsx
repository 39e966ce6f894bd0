'use client'

import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

const SHOWN_MS = 2000

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={`Copy ${label}`}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className="size-3.5" />
      <output className="sr-only">{copied ? 'Copied' : ''}</output>
    </button>
  )
}
