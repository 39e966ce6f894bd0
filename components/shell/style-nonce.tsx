'use client'

import { useEffect, useState } from 'react'

/**
 * Allows the style sheets that Radix adds while a dialog or menu is open: the package that makes them (get-nonce) looks for
 * the nonce under webpack's name for it. The document keeps the policy that it was loaded with, whatever later answers say.
 */
export function StyleNonce({ nonce }: { nonce: string | undefined }) {
  const [firstNonce] = useState(nonce)
  useEffect(() => {
    Object.assign(globalThis, { __webpack_nonce__: firstNonce })
  }, [firstNonce])
  return null
}
