import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BranchTurn, nextTurns, PLACES } from './turns.ts'

function turn(tenant: number, branch: number, more: Partial<BranchTurn> = {}): BranchTurn {
  const name = `b${branch}`
  return {
    tenant: { id: tenant, name: `t${tenant}`, installation: '' },
    branch: name,
    key: `${tenant}/${name}`,
    isRetry: false,
    begun: 0,
    ...more,
  }
}

const branchesOf = (tenant: number, count: number, more: Partial<BranchTurn> = {}) =>
  Array.from({ length: count }, (_, branch) => turn(tenant, branch, more))

const keys = (turns: readonly BranchTurn[]) => turns.map(({ key }) => key).sort()

/** Everything that may be due or running, each branch once, in some order. */
const turns = fc
  .uniqueArray(
    fc.record({
      tenant: fc.integer({ min: 1, max: 300 }),
      branch: fc.integer({ min: 0, max: 9 }),
      isRetry: fc.boolean(),
      begun: fc.nat(),
    }),
    { selector: ({ tenant, branch }) => `${tenant}/${branch}`, maxLength: 1_500, size: 'max' },
  )
  .map((all) => all.map(({ tenant, branch, ...more }) => turn(tenant, branch, more)))

function counted(all: readonly BranchTurn[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { tenant } of all) counts.set(tenant.id, (counts.get(tenant.id) ?? 0) + 1)
  return counts
}

describe('whose turn it is', () => {
  it('a tenant has four places, and only one of them is for branches that failed', () => {
    expect(nextTurns(branchesOf(1, 24), [])).toHaveLength(4)
    expect(nextTurns(branchesOf(1, 24, { isRetry: true }), [])).toHaveLength(1)
    const mixed = [...branchesOf(1, 20, { isRetry: true }), turn(1, 20), turn(1, 21)]
    expect(keys(nextTurns(mixed, []))).toEqual(['1/b0', '1/b20', '1/b21'])
  })

  it('a tenant has a place of its own however many others are at work', () => {
    const running = Array.from({ length: 40 }, (_, tenant) => branchesOf(tenant + 2, 4)).flat()
    expect(keys(nextTurns([turn(1, 0), turn(1, 1)], running))).toEqual(['1/b0'])
  })

  it('those that waited longest come first', () => {
    const due = [3, 9, 1, 7, 5].map((begun) => turn(1, begun, { begun }))
    expect(keys(nextTurns(due, []))).toEqual(['1/b1', '1/b3', '1/b5', '1/b7'])
  })

  it('a branch that failed gets only a place that the others leave, over all tenants too', () => {
    const failing = Array.from({ length: 200 }, (_, tenant) => turn(tenant, 0, { isRetry: true }))
    const begun = nextTurns([...failing, turn(500, 0)], [])
    expect(begun).toHaveLength(PLACES.retries + 1)
    expect(begun[0]!.tenant.id).toBe(500)
  })

  it('keeps its limits, and leaves no tenant without a place while there is one', () => {
    fc.assert(
      fc.property(turns, fc.integer({ min: 0, max: 20 }), (all, split) => {
        const running = nextTurns(all.slice(0, split * 10), [])
        const due = all.slice(split * 10)
        const begun = nextTurns(due, running)
        const after = [...running, ...begun]
        expect(after.length).toBeLessThanOrEqual(PLACES.all)
        expect(new Set(keys(after)).size).toBe(after.length)
        const counts = counted(after)
        for (const [tenant, count] of counts) {
          expect(count).toBeLessThanOrEqual(PLACES.tenant)
          const retries = after.filter((each) => each.tenant.id === tenant && each.isRetry)
          expect(retries.length).toBeLessThanOrEqual(PLACES.tenantRetries)
        }
        expect(after.length - counts.size).toBeLessThanOrEqual(PLACES.shared)
        const isWorking = (tenant: number) => counts.has(tenant)
        const left = due.filter(({ isRetry, tenant }) => !isRetry && !isWorking(tenant.id))
        if (after.length < PLACES.all) expect(left).toEqual([])
      }),
    )
  })
})
