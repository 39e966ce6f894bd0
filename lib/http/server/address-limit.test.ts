import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddressLimit, networkOf } from './address-limit.ts'

const spell = (groups: readonly number[]) => groups.map((each) => each.toString(16)).join(':')

const takeMany = (limit: AddressLimit, address: string, count: number, nowMs: number) =>
  Array.from({ length: count }, () => limit.take(address, nowMs)).filter((wait) => wait === 0)
    .length

describe('one place of the network', () => {
  it('may come 200 times at once, and 20 times a second after that', () => {
    const limit = new AddressLimit()
    expect(takeMany(limit, '192.0.2.1', 1000, 0)).toBe(200)
    expect(limit.take('192.0.2.1', 0)).toBeCloseTo(0.05)
    expect(takeMany(limit, '192.0.2.1', 1000, 1000)).toBe(20)
    expect(takeMany(limit, '192.0.2.1', 1000, 1_000_000)).toBe(200)
  })

  it('is held up by no other', () => {
    const limit = new AddressLimit()
    takeMany(limit, '192.0.2.1', 1000, 0)
    expect(limit.take('192.0.2.2', 0)).toBe(0)
  })

  it('is remembered however many others come, as long as it comes too', () => {
    const limit = new AddressLimit()
    takeMany(limit, '192.0.2.1', 200, 0)
    for (let other = 0; other < 20_000; other += 1) {
      limit.take(`10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`, 0)
      if (other % 5000 === 0) expect(limit.take('192.0.2.1', 0)).toBeGreaterThan(0)
    }
    expect(limit.take('192.0.2.1', 0)).toBeGreaterThan(0)
  })
})

describe('a network', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0:0:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::1:0:0:0:1', '0:0:0:1'],
    ['::', '0:0:0:0'],
    [null, 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it('is the same for all that share the first half of an address, in any spelling', () => {
    const group = fc.integer({ min: 0, max: 0xffff })
    const half = fc.tuple(group, group, group, group)
    fc.assert(
      fc.property(half, half, half, (first, second, third) => {
        const [one, other] = [spell([...first, ...second]), spell([...first, ...third])]
        expect(networkOf(one)).toBe(networkOf(other.toUpperCase()))
        expect(networkOf(one)).toBe(spell(first))
      }),
    )
  })
})
