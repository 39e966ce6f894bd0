// An issuer's keys behind HTTP, and tokens signed by them: valid ones, and invalid ones of any kind.
import { exportJWK, generateKeyPair, type CryptoKey, type JWK } from 'jose'
import { sendJson, startLoopbackServer } from './loopback-server.ts'

export type SigningKey = {
  readonly kid: string
  readonly alg: string
  readonly privateKey: CryptoKey
  readonly publicJwk: JWK
}

export async function newSigningKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, use: 'sig' } }
}

/** Serves `keys` at `/keys`, and counts all requests. */
export async function startKeyServer(keys: readonly SigningKey[]) {
  const state = {
    keys: [...keys],
    requests: 0,
    /** While set, the answer to every request; null: the keys. */
    answer: null as { readonly status: number; readonly body: unknown } | null,
  }
  const server = await startLoopbackServer((_request, response) => {
    state.requests += 1
    const body = { keys: state.keys.map(({ publicJwk }) => publicJwk) }
    const answer = state.answer ?? { status: 200, body }
    sendJson(response, answer.status, answer.body, { Location: '/elsewhere' })
  })
  return { state, url: `${server.origin}/keys`, origin: server.origin, close: () => server.close() }
}

const base64url = (text: string | Uint8Array) => Buffer.from(text).toString('base64url')

const text = (part: object | string) => (typeof part === 'string' ? part : JSON.stringify(part))

/** A token of exactly these texts or objects, signed by the key's own algorithm whatever the header says. */
export async function signToken(
  key: SigningKey,
  header: object | string,
  payload: object | string,
): Promise<string> {
  const input = `${base64url(text(header))}.${base64url(text(payload))}`
  const bytes = new TextEncoder().encode(input)
  const signature = await crypto.subtle.sign(SIGNATURES[key.alg]!, key.privateKey, bytes)
  return `${input}.${base64url(new Uint8Array(signature))}`
}

const SIGNATURES: Readonly<Record<string, RsaPssParams | EcdsaParams | Algorithm>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5' },
  PS256: { name: 'RSA-PSS', saltLength: 32 },
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
}
