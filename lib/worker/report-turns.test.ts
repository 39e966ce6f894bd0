import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTestApi } from '#lib/http/testing/api.ts'
import type { TenantIdentity } from '#lib/usecases/session.ts'
import { BranchLocks } from './branch-lock.ts'
import { ReportTurns } from './report-turns.ts'

/** Of whoever asks first the report goes on for ever. */
class EndlessLocks extends BranchLocks {
  readonly asked: number[] = []

  override acquire(tenant: number) {
    this.asked.push(tenant)
    return new Promise<null>(() => undefined)
  }
}

it('long reports of some tenants keep no other from its turn, and each tenant has one at a time', async () => {
  const { services, tenant } = await createTestApi()
  const locks = new EndlessLocks(() => Promise.reject(new Error('nobody locks here')))
  const all: TenantIdentity[] = [1, 2, 3].map((id) => ({ ...tenant, id, name: `t${id}` }))
  let known = all.slice(0, 2)
  const world = {
    services,
    locks,
    tenants: async () => known,
    reading: <T>(read: () => Promise<T>) => read(),
  }
  const turns = new ReportTurns(world, new AbortController().signal, () => undefined)
  await turns.start()
  await turns.start()
  await nextTurn()
  expect(locks.asked).toEqual([1, 2])
  known = all
  await turns.start()
  await nextTurn()
  expect(locks.asked).toEqual([1, 2, 3])
})
