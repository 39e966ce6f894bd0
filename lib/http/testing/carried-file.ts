// Files that carry reports in tests, as the site of a cluster writes them.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { argoApplication, listOf } from './reports.ts'

/** A key of a site: its private half, and the text of the public one. */
export function siteKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

type Carried = {
  readonly cluster: string
  readonly key?: KeyObject
  readonly at?: Date
  readonly sequence?: number
  readonly list?: object
  /** What comes after the head, in place of a list. */
  readonly zipped?: Uint8Array
}

const STRANGER = siteKey().privateKey

/** Signed by a key that nobody knows, unless one is given. */
export function carriedFile({
  cluster,
  key = STRANGER,
  at = new Date(),
  sequence,
  list = listOf(argoApplication()),
  zipped = gzipSync(JSON.stringify(list)),
}: Carried): Uint8Array<ArrayBuffer> {
  const head = {
    apiVersion: 'berth.dev/v1',
    kind: 'CarriedReport',
    cluster,
    at: at.toISOString(),
    sequence,
  }
  const signed = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), zipped])
  const signature = sign(null, signed, key).toString('base64')
  return new Uint8Array(Buffer.concat([Buffer.from(`${signature}\n`), signed]))
}
