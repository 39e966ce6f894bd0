'use client'

import { useState } from 'react'

const SHOWN_MS = 2000

/** Copies texts to the clipboard, and says for a moment that one was copied. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), SHOWN_MS)
  }
  return { isCopied, copy }
}
