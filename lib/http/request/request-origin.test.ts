import { describe, expect, it } from 'vitest'
import { clientAddress, originOf } from './request-origin.ts'

describe('the address of who asks', () => {
  it.each([
    { socket: '10.0.0.1', told: undefined, proxies: 0, found: '10.0.0.1' },
    { socket: '10.0.0.1', told: '192.0.2.1', proxies: 0, found: '10.0.0.1' },
    { socket: '::ffff:10.0.0.1', told: undefined, proxies: 0, found: '10.0.0.1' },
    { socket: '2001:DB8::1', told: undefined, proxies: 0, found: '2001:db8::1' },
    { socket: undefined, told: undefined, proxies: 0, found: null },
    { socket: undefined, told: '192.0.2.1', proxies: 0, found: null },
  ])(
    'is that of $socket, whatever $told says, when $proxies proxies stand in front',
    ({ socket, told, proxies, found }) => {
      expect(clientAddress(socket, told, proxies)).toBe(found)
    },
  )

  it.each([
    // told | proxies | found
    ['192.0.2.1', 1, '192.0.2.1'],
    ['203.0.113.9, 192.0.2.1', 1, '192.0.2.1'],
    ['203.0.113.9,192.0.2.1 ,10.0.0.2', 2, '192.0.2.1'],
    ['192.0.2.1:4711', 1, '192.0.2.1'],
    ['[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['2001:DB8::1', 1, '2001:db8::1'],
    ['::ffff:192.0.2.1', 1, '192.0.2.1'],
  ])('in %j behind %i proxies is what the outermost of them saw', (told, proxies, found) => {
    expect(clientAddress('10.0.0.1', told, proxies)).toBe(found)
  })

  it.each([
    [undefined, 1],
    ['', 1],
    ['192.0.2.1', 2],
    ['192.0.2.1, unknown', 1],
    ['192.0.2.1, ', 1],
    ['192.0.2.1, 192.0.2.256', 1],
    ['192.0.2.1, 10.0.0.2; drop table', 1],
    ['192.0.2.1, [10.0.0.2', 1],
    ["192.0.2.1, <script>alert('x')</script>", 1],
  ])('is the connection’s when %j holds none behind %i proxies', (told, proxies) => {
    expect(clientAddress('10.0.0.1', told, proxies)).toBe('10.0.0.1')
  })
})

it('what no gate has seen comes from nowhere, by an id of its own', () => {
  const [first, second] = [originOf(new Headers()), originOf(new Headers())]
  expect(first).toEqual({ address: null, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(first.requestId).not.toBe(second.requestId)
})
