import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pace } from './pace.ts'

let begun: number[]
let pace: Pace

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  begun = []
  pace = new Pace(() => begun.push(Date.now()))
})
afterEach(() => {
  pace.stop()
  vi.useRealTimers()
})

describe('what is wanted again and again', () => {
  it('begins soon, and once for all who want it by then', () => {
    pace.want()
    pace.want()
    vi.advanceTimersByTime(400)
    expect(begun).toHaveLength(1)
  })

  it('is done at most once in two seconds', () => {
    for (let ms = 0; ms < 60_000; ms += 100) {
      pace.want()
      vi.advanceTimersByTime(100)
      pace.ended()
    }
    const gaps = begun.slice(1).map((at, index) => at - begun[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2000)
    expect(begun.length).toBeGreaterThan(20)
  })

  it('waits until it has ended, and rests for three times as long as it took', () => {
    pace.want()
    vi.advanceTimersByTime(400)
    pace.want()
    vi.advanceTimersByTime(10_000)
    expect(begun).toHaveLength(1)
    pace.ended()
    const took = Date.now() - begun[0]!
    vi.advanceTimersByTime(3 * took - 1)
    expect(begun).toHaveLength(1)
    vi.advanceTimersByTime(401)
    expect(begun).toHaveLength(2)
  })

  it('is done once somebody looks', () => {
    pace.setHidden(true)
    pace.want()
    vi.advanceTimersByTime(60_000)
    expect(begun).toEqual([])
    pace.setHidden(false)
    vi.advanceTimersByTime(400)
    expect(begun).toHaveLength(1)
  })

  it('is not done again unless it is wanted', () => {
    pace.want()
    vi.advanceTimersByTime(400)
    pace.ended()
    vi.advanceTimersByTime(60_000)
    expect(begun).toHaveLength(1)
  })
})
