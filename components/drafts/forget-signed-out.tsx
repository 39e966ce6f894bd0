'use client'

import { useEffect } from 'react'
import { forgetOldDrafts, SIGNED_OUT } from './kept-drafts.ts'
import { ownStores } from './stores.ts'

/** Forgets the drafts of this tab once somebody signs out in another, or did while this one was away. */
export function ForgetSignedOut() {
  useEffect(() => {
    forgetOldDrafts(ownStores())
    const forget = ({ key }: StorageEvent) => {
      if (key === SIGNED_OUT) forgetOldDrafts(ownStores())
    }
    window.addEventListener('storage', forget)
    return () => window.removeEventListener('storage', forget)
  }, [])
  return null
}
