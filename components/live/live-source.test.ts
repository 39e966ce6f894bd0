import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#lib/schemas/live.ts'
import { LiveSource, type Stream } from './live-source.ts'

/** A stream of which the test says what happens to it. */
class FakeStream extends EventTarget implements Stream {
  readyState = 0

  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }

  tell(event: LiveEvent) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }

  beat() {
    this.dispatchEvent(new MessageEvent('heartbeat', { data: '{}' }))
  }

  /** Is cut; `given up`: the browser won't try again. */
  cut(how: 'tries again' | 'given up') {
    this.readyState = how === 'given up' ? 2 : 0
    this.dispatchEvent(new Event('error'))
  }

  close() {
    this.readyState = 2
  }
}

const NOW = new Date('2026-11-22T14:02:00Z').getTime()

let streams: FakeStream[]
let source: LiveSource
let heard: LiveEvent[]
let leave: () => void
const newest = () => streams.at(-1)!
const kind = () => source.state.kind

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  streams = []
  heard = []
  source = new LiveSource(() => {
    streams.push(new FakeStream())
    return newest()
  })
  leave = source.listen(['observed', 'changes'], (event) => heard.push(event))
})
afterEach(() => {
  leave()
  vi.useRealTimers()
})

describe('the events of a tab', () => {
  it('come over one stream, each to those who want its topic, and a reset to all', () => {
    const others: LiveEvent[] = []
    const leaveOthers = source.listen(['publications'], (event) => others.push(event))
    newest().open()
    newest().tell({ topic: 'observed', ids: ['a'] })
    newest().tell({ topic: 'freshness', ids: ['a'] })
    newest().tell({ topic: 'publications', ids: ['main'] })
    newest().tell({ topic: 'reset' })
    expect(heard).toEqual([{ topic: 'observed', ids: ['a'] }, { topic: 'reset' }])
    expect(others).toEqual([{ topic: 'publications', ids: ['main'] }, { topic: 'reset' }])
    expect(streams).toHaveLength(1)
    leaveOthers()
  })

  it('are live while something is heard, if only a heartbeat', () => {
    expect(kind()).toBe('connecting')
    newest().open()
    for (let count = 0; count < 10; count += 1) {
      vi.advanceTimersByTime(14_000)
      newest().beat()
      expect(kind()).toBe('live')
    }
  })

  it('go on by themselves where the browser goes on', () => {
    newest().open()
    newest().cut('tries again')
    expect(kind()).toBe('reconnecting')
    vi.advanceTimersByTime(19_000)
    newest().open()
    expect(kind()).toBe('live')
    vi.advanceTimersByTime(30_000)
    expect(kind()).toBe('live')
    expect(streams).toHaveLength(1)
    expect(heard).toEqual([])
  })

  it('are stale once nothing was heard for twenty seconds, since they were cut', () => {
    const states: string[] = []
    const unwatch = source.watch(() => states.push(kind()))
    newest().open()
    vi.advanceTimersByTime(10_000)
    newest().cut('tries again')
    vi.advanceTimersByTime(19_999)
    expect(kind()).toBe('reconnecting')
    vi.advanceTimersByTime(1)
    expect(source.state).toEqual({ kind: 'stale', since: NOW + 10_000 })
    newest().cut('tries again')
    expect(source.state).toEqual({ kind: 'stale', since: NOW + 10_000 })
    newest().open()
    expect(states).toEqual(['live', 'reconnecting', 'stale', 'live'])
    unwatch()
  })

  it('are stale where they never came', () => {
    vi.advanceTimersByTime(20_000)
    expect(source.state).toEqual({ kind: 'stale', since: NOW })
  })

  it('are asked for again where the browser gave up, later each time, and begin with a reset', () => {
    newest().open()
    const waits = Array.from({ length: 8 }, () => {
      const [before, count] = [Date.now(), streams.length]
      newest().cut('given up')
      while (streams.length === count) vi.advanceTimersByTime(100)
      return Date.now() - before
    })
    expect(waits[0]).toBeLessThanOrEqual(4_100)
    expect(waits.at(-1)).toBeGreaterThanOrEqual(60_000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(120_100)
    newest().open()
    expect(kind()).toBe('live')
    expect(heard).toEqual([{ topic: 'reset' }])
  })

  it('are asked for again when a connection fell silent, and are old since then', () => {
    newest().open()
    vi.advanceTimersByTime(35_000)
    expect(streams[0]!.readyState).toBe(2)
    expect(source.state).toEqual({ kind: 'stale', since: NOW })
    vi.advanceTimersByTime(5_000)
    expect(streams).toHaveLength(2)
    newest().open()
    expect(kind()).toBe('live')
    expect(heard).toEqual([{ topic: 'reset' }])
  })

  it('are not asked for while nobody looks at the tab', () => {
    newest().open()
    source.setHidden(true)
    expect(newest().readyState).toBe(2)
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(1)
    source.setHidden(false)
    expect(streams).toHaveLength(2)
    newest().open()
    expect(heard).toEqual([{ topic: 'reset' }])
  })

  it('are not asked for when nobody listens any more, unless somebody else does at once', () => {
    newest().open()
    leave()
    leave = source.listen(['changes'], (event) => heard.push(event))
    vi.advanceTimersByTime(10)
    expect(newest().readyState).toBe(1)
    leave()
    vi.advanceTimersByTime(10)
    expect(newest().readyState).toBe(2)
    vi.advanceTimersByTime(600_000)
    expect(streams).toHaveLength(1)
  })
})
