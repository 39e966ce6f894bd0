import { describe, expect, it } from 'vitest'
import { clientAddress, originOf } from './request-origin.ts'

describe('the address of who asks', () => {
  it.each([
    ['10.0.0.1', undefined, 0, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.1', 0, '10.0.0.1'],
    ['::ffff:10.0.0.1', undefined, 0, '10.0.0.1'],
    ['2001:DB8::1', undefined, 0, '2001:db8::1'],
    [undefined, undefined, 0, null],
    [undefined, '192.0.2.1', 0, null],
  ])(
    'is that of %s, whatever %s says, when %i proxies stand in front',
    (socket, told, n, found) => {
      expect(clientAddress(socket, told, n)).toBe(found)
    },
  )

  it.each([
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
