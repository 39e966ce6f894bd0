'use client'

import { useEffect, useState } from 'react'

/**
 * Sets the nonce for style sheets that Radix adds while a dialog or menu is open: its package get-nonce looks for it where
 * webpack would put it. Only the first nonce counts, because a document keeps the policy that it was loaded with.
 */
export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  const [firstNonce] = useState(nonce)
  useEffect(() => {
    Object.assign(globalThis, { __webpack_nonce__: firstNonce })
  }, [firstNonce])
  return null
}
