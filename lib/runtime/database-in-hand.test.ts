import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openPool } from '#db/pool.ts'
import { startGit } from '#lib/adapters/git/git-process.ts'
import { guardedRoute } from '#lib/adapters/git/guarded-route.ts'
import { fetchBounded } from '#lib/adapters/identity/bounded-fetch.ts'
import { openOutgoing } from '#lib/adapters/outgoing/call-out.ts'
import { readBytes } from '#lib/http/bodies/body-bytes.ts'
import { requireEmptyHands, withConnectionInHand } from './database-in-hand.ts'

const nowhere = 'http://127.0.0.1:1/'
const never = () => Promise.reject(new Error('it went on'))

const waits: Readonly<Record<string, () => Promise<unknown>>> = {
  'another connection': () => openPool(never, { max: 1, perTenant: 1 }).lend(never),
  git: async () => startGit({ directory: '/', args: ['--version'] }),
  'a remote': () =>
    guardedRoute({ protocol: 'https', lend: never }, 'https://git.example.com/', never).lend(never),
  'the identity provider': () =>
    fetchBounded(nowhere, { method: 'GET', timeoutMs: 1, maxBytes: 1 }),
  'a call to another host': () =>
    openOutgoing({ mayReach: () => false, allowsPlainHttp: false })(nowhere, {
      method: 'GET',
      timeoutMs: 1,
      maxBytes: 1,
    }),
  'a client': () => readBytes(new Request(nowhere, { method: 'POST', body: 'x' }), 1, null),
}

describe('with a connection to the database in hand', () => {
  it.each(Object.entries(waits))('nobody waits for %s', async (what, wait) => {
    const refused = `Waits for ${what} with a connection`
    await expect(withConnectionInHand(wait)).rejects.toThrow(refused)
    await expect(withConnectionInHand(() => nextTurn().then(wait))).rejects.toThrow(refused)
  })

  it('waiting is allowed again once it was given back, even in work that began before', async () => {
    let later: Promise<string> = Promise.resolve('')
    await withConnectionInHand(async () => {
      later = nextTurn()
        .then(() => nextTurn())
        .then(() => {
          requireEmptyHands('anything')
          return 'waited'
        })
    })
    requireEmptyHands('anything')
    expect(await later).toBe('waited')
  })

  it('another one is not held up', async () => {
    const other = nextTurn().then(() => requireEmptyHands('anything'))
    await withConnectionInHand(() => other)
  })
})
