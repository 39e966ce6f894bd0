import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { signatureHeaders } from './sign-delivery.ts'

type Verify = (headers: Record<string, string>, body: string, secret: string) => boolean

const secretOf = (letter: string) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`
const message = { id: 'msg_1', at: new Date(), body: '{"a":1}' }

let verify: Verify
/** As in the documentation. */
beforeAll(async () => {
  const docs = readFileSync('docs/observability.md', 'utf8')
  const [, code = ''] = /^## Send alerts out$[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(docs) ?? []
  const read: { readonly isFromBerth: Verify } = await import(
    `data:text/javascript,${encodeURIComponent(code)}`
  )
  verify = read.isFromBerth
})

describe('a signature', () => {
  it('is that of the example of Standard Webhooks', () => {
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/libraries/python/tests/test_webhooks.py
    const headers = signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    })
    expect(headers).toMatchObject({
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('is verified by what the documentation says, and nothing else is', () => {
    const headers = signatureHeaders(secretOf('a'), message)
    expect(verify(headers, message.body, secretOf('a'))).toBe(true)
    expect(verify(headers, '{"a":2}', secretOf('a'))).toBe(false)
    expect(verify(headers, message.body, secretOf('b'))).toBe(false)
    expect(verify({ ...headers, 'webhook-id': 'msg_2' }, message.body, secretOf('a'))).toBe(false)
    expect(verify({}, message.body, secretOf('a'))).toBe(false)
    const old = { ...message, at: new Date(Date.now() - 301_000) }
    expect(verify(signatureHeaders(secretOf('a'), old), old.body, secretOf('a'))).toBe(false)
  })
})
