import { describe, expect, it } from 'vitest'
import { HEAVY_READ_LIMITS, HeavyReads } from './heavy-reads.ts'

const ada = { payer: 'person ada', tenant: { id: 1 } }
const bea = { payer: 'person bea', tenant: { id: 1 } }
const cas = { payer: 'person cas', tenant: { id: 1 } }
const elsewhere = { payer: 'person ada', tenant: { id: 2 } }

const settled = () => new Promise((resolve) => setImmediate(resolve))

function heldReads(reads: HeavyReads) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const read = (who: typeof ada, name: string) =>
    reads.run(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  return { begun, read, end: (name: string) => ends.get(name)?.() }
}

describe('heavy reads', () => {
  it('run one at a time for a principal and two for a tenant, the others in turn', async () => {
    const { begun, read, end } = heldReads(new HeavyReads())
    const all = [read(ada, 'a1'), read(ada, 'a2'), read(bea, 'b1'), read(cas, 'c1')]
    await settled()
    expect(begun).toEqual(['a1', 'b1'])
    end('b1')
    await settled()
    expect(begun).toEqual(['a1', 'b1', 'c1'])
    end('a1')
    await settled()
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
    end('a2')
    end('c1')
    await Promise.all(all)
  })

  it('of another tenant don’t wait for those of this one', async () => {
    const { begun, read, end } = heldReads(new HeavyReads())
    const all = [read(ada, 'a1'), read(bea, 'b1'), read(elsewhere, 'e1')]
    await settled()
    expect(begun).toEqual(['a1', 'b1', 'e1'])
    for (const name of begun) end(name)
    await Promise.all(all)
  })

  it('are refused when too many wait, and go on when one failed', async () => {
    const reads = new HeavyReads({ ...HEAVY_READ_LIMITS, waiting: 1 })
    const failing = reads.run(ada, () => Promise.reject(new Error('failed')))
    const waiting = reads.run(ada, () => Promise.resolve('read'))
    await expect(reads.run(ada, () => Promise.resolve())).rejects.toMatchObject({ code: 'busy' })
    await expect(failing).rejects.toThrow('failed')
    expect(await waiting).toBe('read')
  })

  it('are refused after they waited for too long', async () => {
    const reads = new HeavyReads({ ...HEAVY_READ_LIMITS, patienceMs: 1 })
    const { read, end } = heldReads(reads)
    const first = read(ada, 'a1')
    await expect(reads.run(ada, () => Promise.resolve())).rejects.toMatchObject({ code: 'busy' })
    end('a1')
    await first
    expect(await reads.run(ada, () => Promise.resolve('read'))).toBe('read')
  })

  it('allow so many open exports for a principal and for a tenant, and closing one twice counts once', () => {
    const limits = { ...HEAVY_READ_LIMITS, exportsPerPayer: 2, exportsPerTenant: 3 }
    const reads = new HeavyReads(limits)
    const close = reads.openExport(ada)
    reads.openExport(ada)
    expect(() => reads.openExport(ada)).toThrow('Too many exports')
    reads.openExport(bea)
    expect(() => reads.openExport(cas)).toThrow('Too many exports')
    expect(() => reads.openExport(elsewhere)).not.toThrow()
    close()
    close()
    expect(() => reads.openExport(ada)).not.toThrow()
    expect(() => reads.openExport(ada)).toThrow('Too many exports')
  })
})
