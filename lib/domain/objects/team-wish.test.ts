import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitsAfter } from './team-wish.ts'

const east = { matchLabels: { region: 'east' } }
const both = {
  matchExpressions: [{ key: 'region', operator: 'In', values: ['east', 'west'] }],
} as const
const now = { cluster_boundary: east, quota: { pods: '10', cpu: '4' } }

describe('the limits of a team that asks for others', () => {
  it.each([
    // asked for | boundary | quota
    ['a boundary', { cluster_boundary: both }, both, now.quota],
    ['every cluster', { cluster_boundary: '*' as const }, undefined, now.quota],
    ['an amount', { quota: { pods: '20' } }, east, { pods: '20', cpu: '4' }],
    ['another entry', { quota: { memory: '1Gi' } }, east, { ...now.quota, memory: '1Gi' }],
  ])('are what it has, with %s', (_, asked, boundary, quota) => {
    const after = limitsAfter(now, asked)
    expect([after.cluster_boundary, after.quota]).toEqual([boundary, quota])
  })

  const names = ['pods', 'cpu', 'memory', 'secrets']
  const limits = fc.record(
    {
      cluster_boundary: fc.constantFrom(east, both),
      quota: fc.dictionary(fc.constantFrom(...names), fc.constantFrom('1', '2', '3')),
    },
    { requiredKeys: [] },
  )

  it('keep what was changed since and isn’t asked for, and are the same when given twice', () => {
    fc.assert(
      fc.property(limits, limits, (now, asked) => {
        const after = limitsAfter(now, asked)
        expect(after.cluster_boundary).toEqual(asked.cluster_boundary ?? now.cluster_boundary)
        for (const name of names) {
          expect(after.quota?.[name]).toBe(asked.quota?.[name] ?? now.quota?.[name])
        }
        expect(limitsAfter(after, asked)).toEqual(after)
      }),
    )
  })
})
