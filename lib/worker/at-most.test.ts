import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { atMost } from './at-most.ts'

describe('what runs at most two at a time', () => {
  it('runs all in the order in which they came, never more, and goes on after one that failed', async () => {
    const limited = atMost(2)
    const begun: number[] = []
    const ends: (() => void)[] = []
    const results = [0, 1, 2, 3, 4].map((id) =>
      limited(async () => {
        begun.push(id)
        await new Promise<void>((resolve) => (ends[id] = resolve))
        if (id === 1) throw new Error('no')
        return id
      }).catch(() => 'failed'),
    )
    await turn()
    expect(begun).toEqual([0, 1])
    ends[1]!()
    await turn()
    expect(begun).toEqual([0, 1, 2])
    ends[2]!()
    ends[0]!()
    await turn()
    expect(begun).toEqual([0, 1, 2, 3, 4])
    ends[3]!()
    ends[4]!()
    expect(await Promise.all(results)).toEqual([0, 'failed', 2, 3, 4])
  })
})
