import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { adminGroup, createFakeWorld } from './testing/fake-world.ts'

const TRIALS = Number(process.env['BERTH_TRIALS'] ?? 20)
const MINUTE = 60_000
const SECOND = 1000

type Step =
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'member'; readonly is: boolean }
  | { readonly kind: 'fails'; readonly is: boolean }
  | { readonly kind: 'look' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('pass' as const),
    ms: fc.constantFrom(SECOND, 31 * SECOND, 2 * MINUTE, 4 * MINUTE, 6 * MINUTE, 11 * MINUTE),
  }),
  fc.record({ kind: fc.constant('member' as const), is: fc.boolean() }),
  fc.record({ kind: fc.constant('fails' as const), is: fc.boolean() }),
  fc.record({ kind: fc.constant('look' as const) }),
)

it('whatever fails and whenever anybody looks, nobody has a role that they have not had in the last ten minutes', async () => {
  const world = await createFakeWorld()
  let people = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const name = `person-${people++}`
      let elapsed = 0
      // Until when each was last an admin at the provider; Infinity: still is.
      let until = Number.POSITIVE_INFINITY
      world.provider.failure = null
      world.put(name, [adminGroup])
      const secret = await world.signIn(name)
      for (const each of [...steps, { kind: 'look' } as const]) {
        if (each.kind === 'pass') {
          world.pass(each.ms)
          elapsed += each.ms
        } else if (each.kind === 'member') {
          const was = until === Number.POSITIVE_INFINITY
          world.put(name, each.is ? [adminGroup] : [])
          if (each.is) until = Number.POSITIVE_INFINITY
          else if (was) until = elapsed
        } else if (each.kind === 'fails') {
          world.provider.failure = each.is ? 'It is down.' : null
        } else {
          const seen = await world.look(secret)
          await world.settle()
          if (seen?.role === 'admin') expect(elapsed - until).toBeLessThan(10 * MINUTE)
        }
      }
    }),
    { numRuns: TRIALS },
  )
})
