'use client'

import { useEffect, useState } from 'react'

/**
 * Lets the style sheets through that Radix adds while a dialog or a menu is open: their maker (get-nonce) looks for the
 * nonce under webpack's name for it. The document's policy stays the one that it was loaded with, whatever later answers
 * bring.
 */
export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  const [firstNonce] = useState(nonce)
  useEffect(() => {
    Object.assign(globalThis, { __webpack_nonce__: firstNonce })
  }, [firstNonce])
  return null
}
