import { BlockList, isIPv6 } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ADDRESS_BLOCKS,
  isAddressWithin,
  isHostAddress,
  isPublicAddress,
  parsePrefix,
} from './special-addresses.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '0.255.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::127.0.0.1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::FFFF:7F00:1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::7f00:1',
    '64:ff9b:1:ffff::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff:ffff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '3fff::1',
    '3fff:fff::1',
    '4000::1',
    '5f00::1',
    'fd00:ec2::254',
    'fd00:ec2::253',
    'fd00:0EC2:0:0::fe',
    'fd20:ce::254',
    'fe00::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'feff::1',
    'ff02::1',
    'ff0e::1',
  ])('of no host, such as %s, is none that may be used', (address) => {
    expect(isHostAddress(address)).toBe(false)
  })

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.1.1',
    '192.168.0.1',
    '198.19.255.255',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2003::1',
    '2606:4700:4700::1111',
    '3ffe::1',
    'fc00::1',
    'fd00::1',
    'fd00:ec1:ffff::1',
    'fd00:ec3::1',
    'fd12:3456:789a:1::1',
    'fd20:cf::1',
    'fdff:ffff::1',
  ])('of a private or public host, such as %s, may be used', (address) => {
    expect(isHostAddress(address)).toBe(true)
  })

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '10.0.0.256',
    '10.0.0.1.',
    '[fd00::1]',
    ':',
    ':::',
    'fd00:::1',
    'fd00::1::2',
    'fd00:1',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8:9',
    'fd00::12345',
    'fd00::g',
    'fd00::10.0.0.1:1',
  ])('that is none, such as %j, is no host either', (text) => {
    expect(isHostAddress(text)).toBe(false)
  })
})

describe('an address of a private network', () => {
  it.each([
    '10.0.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '100.64.0.1',
    '198.18.0.1',
    'fc00::1',
    'fd12:3456::1',
    '127.0.0.1',
    '::1',
    '::ffff:8.8.8.8',
    'x',
  ])('such as %s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['1.1.1.1', '2606:4700:4700::1111', '192.31.196.1'])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
})

describe('a block of addresses', () => {
  it.each([
    // block | address | whether it is in it
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.1.2.3/32', '10.1.2.3', true],
    ['10.1.2.3/32', '10.1.2.4', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '::1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fc12::1', false],
    ['::/0', '::ffff:10.0.0.1', true],
    ['10.0.0.0/8', '::ffff:10.0.0.1', false],
    ['10.0.0.0/8', 'x', false],
  ])('%s with %s in it: %s', (block, address, isIn) => {
    expect(isAddressWithin(address, [parsePrefix(block)!])).toBe(isIn)
  })

  it.each([
    '',
    '10.0.0.0',
    '10.0.0.0/33',
    '10.0.0/8',
    'x/8',
    'fd00::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fe80::%1/64',
  ])('is not %j', (text) => {
    expect(parsePrefix(text)).toBeNull()
  })
})

const groups = (half: string) => (half === '' ? [] : half.split(':'))
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const block = fc.constantFrom(...ADDRESS_BLOCKS)
const plainV4 = (address: Uint8Array) => [...address].join('.')
const hex = (address: Uint8Array, pad: number) =>
  Array.from({ length: 8 }, (_, group) =>
    (address[group * 2]! * 256 + address[group * 2 + 1]!).toString(16).padStart(pad, '0'),
  )

/** An address in the block: its prefix with all other bits random. */
function within(prefix: string, random: Uint8Array): Uint8Array {
  const [start = '', length = ''] = prefix.split('/')
  const first = isIPv6(start) ? bytesOfV6(start) : start.split('.').map(Number)
  return Uint8Array.from(first, (byte, index) => {
    const kept = Math.min(8, Math.max(0, Number(length) - index * 8))
    const mask = (0xff << (8 - kept)) & 0xff
    return (byte & mask) | (random[index]! & ~mask & 0xff)
  })
}

function bytesOfV6(text: string): number[] {
  // The URL parser writes an address in its shortest form, with all of IPv4 as hexadecimal digits.
  const [head = '', tail = ''] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::')
  const [start, end] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0')
  return [...start, ...zeros, ...end].flatMap((group) => {
    const value = parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** The use that the smallest block around the address has, as Node reads addresses and prefixes. */
function useOf(address: string): string | undefined {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return ADDRESS_BLOCKS.filter(([prefix]) => isIPv6(prefix.split('/')[0]!) === isIPv6(address))
    .toSorted(([a], [b]) => Number(b.split('/')[1]) - Number(a.split('/')[1]))
    .find(([prefix]) => {
      const [start = '', length = ''] = prefix.split('/')
      const list = new BlockList()
      list.addSubnet(start, Number(length), family)
      return list.check(address, family)
    })?.[1]
}

describe('every spelling of an address', () => {
  it('is judged as Node finds it among the blocks', () => {
    fc.assert(
      fc.property(block, bytes(16), ([prefix], random) => {
        const address = within(prefix, random)
        if (address.length === 4) {
          const text = plainV4(address)
          expect(isHostAddress(text)).toBe(useOf(text) !== 'special')
          expect(isPublicAddress(text)).toBe(useOf(text) === 'host')
          return
        }
        const text = hex(address, 1).join(':')
        const spellings = [
          text,
          hex(address, 4).join(':').toUpperCase(),
          new URL(`http://[${text}]/`).hostname.slice(1, -1),
          `${hex(address, 1).slice(0, 6).join(':')}:${plainV4(address.slice(12))}`,
          `${text}%eth0`,
        ]
        const isHost = useOf(text) !== 'special'
        // Node's list takes IPv4 in IPv6 for IPv4, which here is never a host.
        const isMapped = text.startsWith('0:0:0:0:0:ffff:')
        for (const each of spellings) expect(isHostAddress(each)).toBe(isHost && !isMapped)
      }),
      { numRuns },
    )
  })

  it('with IPv4 in it is refused, whatever the IPv4 address', () => {
    const carrying = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::')
    fc.assert(
      fc.property(carrying, bytes(4), (prefix, address) => {
        expect(isHostAddress(`${prefix}${plainV4(address)}`)).toBe(false)
        const [a, b] = hex(Uint8Array.of(...address, ...Array.from({ length: 12 }, () => 0)), 4)
        expect(isHostAddress(`2002:${a}:${b}::1`)).toBe(false)
      }),
      { numRuns },
    )
  })
})
