import { describe, expect, it } from 'vitest'
import { exportStream } from './export-stream.ts'

function pagesOf(texts: readonly string[]) {
  const seen = { read: 0, closed: 0 }
  const next = async () => texts[seen.read++] ?? null
  const close = () => {
    seen.closed += 1
  }
  return { seen, next, close }
}

const failToRead = () => Promise.reject(new Error('no page'))
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('an export', () => {
  it('is all of its pages, and is closed once', async () => {
    const { seen, next, close } = pagesOf(['a', 'b', 'c'])
    expect(await new Response(exportStream({ next, close })).text()).toBe('abc')
    expect(seen.closed).toBe(1)
  })

  it('reads no page before somebody takes it', async () => {
    const { seen, next, close } = pagesOf(['a', 'b', 'c'])
    const reader = exportStream({ next, close }).getReader()
    await settled()
    expect(seen.read).toBe(0)
    await reader.read()
    await settled()
    expect(seen.read).toBe(1)
    await reader.cancel()
    expect(seen.closed).toBe(1)
  })

  it('ends when its reader takes nothing for too long', async () => {
    const { seen, next, close } = pagesOf(['a', 'b'])
    const reader = exportStream({ next, close, patienceMs: 1 }).getReader()
    await reader.read()
    await expect(reader.closed).rejects.toThrow('Nobody took')
    expect(seen).toEqual({ read: 1, closed: 1 })
  })

  it('ends with the error of a page that can’t be read', async () => {
    const { seen, close } = pagesOf([])
    const reader = exportStream({ next: failToRead, close }).getReader()
    await expect(reader.read()).rejects.toThrow('no page')
    expect(seen.closed).toBe(1)
  })
})
