'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'

// Few browsers need it, and pages with nothing but lists would load dialogs for it.
const UncopiedDialog = dynamic(async () => (await import('./uncopied-dialog.tsx')).UncopiedDialog)

const SHOWN_MS = 2000

type Copying = {
  /** For a moment after a text was copied. */
  readonly isCopied: boolean
  readonly copy: (text: string) => Promise<void>
  /** To be drawn somewhere: a text that couldn't be copied, for people to do it. */
  readonly uncopied: ReactNode
}

/** Copies texts to the clipboard. Browsers give pages one only over https and on this machine. */
export function useCopy(): Copying {
  const [isCopied, setIsCopied] = useState(false)
  const [uncopied, setUncopied] = useState<string | null>(null)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      setUncopied(text)
      return
    }
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), SHOWN_MS)
  }
  return {
    isCopied,
    copy,
    uncopied: uncopied !== null && (
      <UncopiedDialog text={uncopied} onClose={() => setUncopied(null)} />
    ),
  }
}
