// Whether a file was signed on the site of its cluster.
import { createPublicKey, verify } from 'node:crypto'
import type { ReportKey } from '#lib/domain/observed/report-keys.ts'
import { requireEmptyHands } from '#lib/runtime/database-in-hand.ts'

type Signed = { readonly signature: Uint8Array; readonly signed: Uint8Array }

/**
 * The first of these keys that signed it, or null. Hashing megabytes takes a while, so Node.js does it in a thread.
 * https://datatracker.ietf.org/doc/html/rfc8032#section-5.1.7
 */
export async function signerOf(
  file: Signed,
  keys: readonly ReportKey[],
): Promise<ReportKey | null> {
  requireEmptyHands('a signature')
  for (const key of keys) if (await isSignedBy(file, key)) return key
  return null
}

function isSignedBy({ signature, signed }: Signed, { publicKey }: ReportKey): Promise<boolean> {
  const der = Buffer.from(publicKey, 'base64')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return new Promise((resolve, reject) => {
    verify(null, signed, key, signature, (error, isSigned) =>
      error ? reject(error) : resolve(isSigned),
    )
  })
}
