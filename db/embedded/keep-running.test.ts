import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** A connection that is never really made: it only has to be ended. */
function kept(port: number) {
  const { promise: lost, resolve: die } = Promise.withResolvers<void>()
  return { keeper: postgres({ host: '127.0.0.1', port, max: 1 }), lost, port, die }
}

describe('a server that is watched', () => {
  it('is given up after a few attempts to bring it back, each later than the one before', async () => {
    const first = kept(1)
    let tries = 0
    const { gone, end } = keepRunning(first, async () => {
      tries++
      throw new Error('no disk')
    })
    first.die()
    expect(await gone).toMatchObject({ cause: new Error('no disk') })
    expect(tries).toBe(4)
    await end()
  })

  it('is given up when it dies each time that it comes back', async () => {
    const first = kept(1)
    const { gone, end } = keepRunning(first, async () => {
      const again = kept(1)
      again.die()
      return again
    })
    first.die()
    expect(String(await gone)).toContain('again and again')
    await end()
  })

  it('is given up when it comes back at another address', async () => {
    const first = kept(1)
    const moved = kept(2)
    const { gone, end } = keepRunning(first, async () => moved)
    first.die()
    expect(String(await gone)).toContain('moved')
    expect(await end()).toBe(moved.keeper)
  })

  it('is left alone once its user leaves', async () => {
    const first = kept(1)
    const { end } = keepRunning(first, () => Promise.reject(new Error('not asked for')))
    expect(await end()).toBe(first.keeper)
    first.die()
  })
})
