// Encrypts secrets for storage. Each is bound to its place: a sealed value that was copied into another row or another
// tenant can't be opened.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { isErrorNamed } from '#lib/runtime/error-name.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Where a sealed value is stored; `field` names the column, and the row where a tenant has several. */
export type SealedPlace = { readonly tenant: number; readonly field: string }

export type Sealing = {
  readonly seal: (text: string, place: SealedPlace) => Uint8Array
  /** Throws `SealedUnreadable` when no key opens it there. */
  readonly open: (sealed: Uint8Array, place: SealedPlace) => string
}

/** Its message is for administrators: it names the setting that is wrong, and nothing secret. */
export class SealedUnreadable extends Error {
  override readonly name = 'SealedUnreadable'

  static override [Symbol.hasInstance](thrown: unknown): thrown is SealedUnreadable {
    return isErrorNamed(thrown, ['SealedUnreadable'])
  }
}

/**
 * The first key seals, and all of them open. `keys` are 32 bytes each in base64; `setting` is where they come from.
 *
 * AES-256-GCM with random nonces, which are good for 2^32 values a key: https://doi.org/10.6028/NIST.SP.800-38D, 8.3
 */
export function createSealing(keys: readonly string[], setting: string): Sealing {
  const secrets = keys.map((key) => Buffer.from(key, 'base64'))
  const [first] = secrets
  if (first === undefined || secrets.some(({ length }) => length !== 32)) {
    throw new Error(`${setting} must hold keys of 32 bytes`)
  }
  return {
    seal: (text, place) => sealWith(first, text, place),
    open: (sealed, place) => {
      for (const key of secrets) {
        const text = openWith(key, sealed, place)
        if (text !== null) return text
      }
      throw new SealedUnreadable(
        `No key of ${setting} opens ${place.field}: the key that it was sealed with is missing there.`,
      )
    },
  }
}

function sealWith(key: Buffer, text: string, place: SealedPlace): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(placeBytes(place))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null: it was sealed with another key or for another place, or isn't a sealed value. */
function openWith(key: Buffer, sealed: Uint8Array, place: SealedPlace): string | null {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return null
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(placeBytes(place))
    .setAuthTag(tag)
  try {
    const start = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([start, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function placeBytes({ tenant, field }: SealedPlace): Buffer {
  return Buffer.from(`${tenant}\n${field}`)
}
