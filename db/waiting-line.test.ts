import { setImmediate as nextTurn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Lane, LineTooLong, NO_TENANT, WaitingLine } from './waiting-line.ts'

const FOREVER = { read: 2 ** 30, lock: 2 ** 30 }
const reads = (tenant: number): Lane => ({ tenant, use: 'other' })
const locks = (tenant: number): Lane => ({ tenant, use: 'lock' })
const records = (tenant: number): Lane => ({ tenant, use: 'record' })

/** Queues everybody in order; each notes their name when it is their turn. */
function queueUp(line: WaitingLine, comers: readonly (readonly [string, Lane])[]): string[] {
  const served: string[] = []
  for (const [name, lane] of comers) {
    line.take(lane).then(
      () => served.push(name),
      (error: Error) => served.push(`${name}: ${error.name}`),
    )
  }
  return served
}

describe('a waiting line', () => {
  it('serves tenants in turns, and each tenant’s in the order in which they came', async () => {
    const line = new WaitingLine({ max: 1, perTenant: 1 }, FOREVER)
    await line.take(NO_TENANT)
    const comers = [1, 1, 1, 2, 3, 3].map(
      (tenant, at) => [`${tenant}.${at}`, reads(tenant)] as const,
    )
    const served = queueUp(line, comers)
    line.end(NO_TENANT)
    for (const tenant of [1, 2, 3, 1, 3, 1]) {
      await nextTurn()
      line.end(reads(tenant))
    }
    expect(served).toEqual(['1.0', '2.3', '3.4', '1.1', '3.5', '1.2'])
  })

  it('keeps some for the others, however many one tenant has waiting', async () => {
    const line = new WaitingLine({ max: 4, perTenant: 2 }, FOREVER)
    const flood = Array.from({ length: 100 }, () => ['flood', reads(1)] as const)
    const served = queueUp(line, [...flood, ['other', reads(2)], ['unknown', NO_TENANT]])
    await nextTurn()
    expect(served).toEqual(['flood', 'flood', 'other', 'unknown'])
  })

  it('lets those that lock a tenant’s row wait without a connection, and its readers past them', async () => {
    const line = new WaitingLine({ max: 10, perTenant: 8 }, FOREVER)
    const writers = Array.from({ length: 20 }, () => ['write', locks(1)] as const)
    const served = queueUp(line, [...writers, ['read', reads(1)], ['write of another', locks(2)]])
    await nextTurn()
    expect(served).toEqual(['write', 'write', 'read', 'write of another'])
  })

  it('leaves a tenant’s people half of what it may have, however much its clusters say', async () => {
    const line = new WaitingLine({ max: 10, perTenant: 8 }, FOREVER)
    const words = Array.from({ length: 20 }, () => ['word', records(1)] as const)
    const served = queueUp(line, [...words, ['read', reads(1)], ['write', locks(1)]])
    await nextTurn()
    expect(served).toEqual(['word', 'word', 'word', 'word', 'read', 'write'])
  })

  it('refuses those who wait too long, and gives them no turn afterwards', async () => {
    const line = new WaitingLine({ max: 1, perTenant: 1 }, { read: 1, lock: 2 ** 30 })
    await line.take(reads(1))
    await expect(line.take(reads(2))).rejects.toThrow(LineTooLong)
    const served = queueUp(line, [['patient', locks(2)]])
    line.end(reads(1))
    await nextTurn()
    expect(served).toEqual(['patient'])
  })

  it('sends everybody away when it is told to, and goes on for those who come then', async () => {
    const line = new WaitingLine({ max: 1, perTenant: 1 }, FOREVER)
    await line.take(reads(1))
    const served = queueUp(line, [
      ['a', reads(1)],
      ['b', locks(2)],
    ])
    line.failAll(new TypeError('gone'))
    const next = queueUp(line, [['c', reads(2)]])
    line.end(reads(1))
    await nextTurn()
    expect([served, next]).toEqual([['a: TypeError', 'b: TypeError'], ['c']])
  })

  it('is never over its limits, and leaves nobody waiting while there is room', async () => {
    const use = fc.constantFrom(...(['lock', 'record', 'other'] as const))
    const lane = fc.record({ tenant: fc.constantFrom(null, 1, 2, 3), use })
    const step = fc.oneof(lane, fc.constant('end' as const))
    const limits = fc.record({
      max: fc.integer({ min: 1, max: 6 }),
      perTenant: fc.integer({ min: 1, max: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (limits, steps) => {
        const line = new WaitingLine(limits, FOREVER)
        const inUse: Lane[] = []
        let waiting = 0
        const begun = async (lane: Lane) => {
          await line.take(lane)
          waiting -= 1
          inUse.push(lane)
        }
        for (const step of steps) {
          if (step === 'end') {
            const [ended] = inUse.splice(0, 1)
            if (ended) line.end(ended)
          } else {
            waiting += 1
            void begun(step)
          }
          await nextTurn()
          expect(inUse.length).toBeLessThanOrEqual(limits.max)
          for (const tenant of [1, 2, 3]) {
            const own = inUse.filter((lane) => lane.tenant === tenant)
            expect(own.length).toBeLessThanOrEqual(limits.perTenant)
            expect(own.filter(({ use }) => use === 'lock').length).toBeLessThanOrEqual(2)
            expect(own.filter(({ use }) => use === 'record').length).toBeLessThanOrEqual(4)
          }
        }
        while (inUse.length > 0) {
          line.end(inUse.pop()!)
          await nextTurn()
        }
        expect(waiting).toBe(0)
      }),
    )
  })
})
