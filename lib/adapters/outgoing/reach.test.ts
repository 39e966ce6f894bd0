import { expect, it } from 'vitest'
import { reachOf } from './reach.ts'

const opened = ['10.20.0.0/16', 'fd12::/16', '0.0.0.0/0']

it.each([
  // address | without settings | with private networks opened | on a machine that tries Berth
  ['8.8.8.8', true, true, true],
  ['2606:4700:4700::1111', true, true, true],
  ['10.20.255.1', false, true, false],
  ['192.168.1.1', false, true, false],
  ['fd12::1', false, true, false],
  ['fd13::1', false, false, false],
  ['127.0.0.1', false, false, true],
  ['127.0.0.2', false, false, false],
  ['0.0.0.0', false, false, false],
  ['::1', false, false, false],
  ['169.254.169.254', false, false, false],
  ['168.63.129.16', false, false, false],
  ['100.100.100.200', false, false, false],
  ['::ffff:10.20.0.1', false, false, false],
  ['64:ff9b::a14:1', false, false, false],
  ['fd00:ec2::254', false, false, false],
  ['name', false, false, false],
])('calls %s: %s, with private networks opened %s, in a demo %s', (address, plain, open, demo) => {
  const reached = (privateNetworks: readonly string[], thisMachine: boolean) =>
    reachOf({ privateNetworks, thisMachine }).mayReach(address)
  expect(reached([], false)).toBe(plain)
  expect(reached(opened, false)).toBe(open)
  expect(reached([], true)).toBe(demo)
})
