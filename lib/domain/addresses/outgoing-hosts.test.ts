import { describe, expect, it } from 'vitest'
import { canonicalOutgoingHosts, listsHostOf, outgoingHostIssues } from './outgoing-hosts.ts'

const codesOf = (entry: string) => outgoingHostIssues(entry, [0]).map(({ code }) => code)

describe('a host that teams’ objects may name', () => {
  it.each(['hooks.slack.com', 'h', '*.webhook.office.com', '*.example.com', '10.1.2.3'])(
    'may be %s',
    (entry) => {
      expect(codesOf(entry)).toEqual([])
    },
  )

  it.each([
    ['host_pattern', '*'],
    ['host_pattern', '*.com'],
    ['host_pattern', '*.'],
    ['host_pattern', 'a.*.example.com'],
    ['host_pattern', '*.*.example.com'],
    ['host_pattern', '*example.com'],
    ['url_format', ''],
    ['url_format', 'https://hooks.slack.com'],
    ['url_format', 'hooks.slack.com:443'],
    ['url_format', 'hooks.slack.com/x'],
    ['url_format', 'a b'],
    ['url_host', 'localhost'],
    ['url_host', '127.0.0.1'],
    ['url_host', '*.0.0.1'],
    ['url_host', '[::1]'],
  ])('is refused as %s: %j', (code, entry) => {
    expect(codesOf(entry)).toEqual([code])
  })

  it.each([
    // entry | address | whether it is listed
    ['hooks.slack.com', 'https://hooks.slack.com/services/x', true],
    ['hooks.slack.com', 'https://HOOKS.slack.com:8443/', true],
    ['hooks.slack.com', 'https://hooks.slack.com./', true],
    ['hooks.slack.com', 'https://hooks.slack.com.evil.example/', false],
    ['hooks.slack.com', 'https://evil.example/hooks.slack.com', false],
    ['hooks.slack.com', 'https://evil.example/?hooks.slack.com', false],
    ['slack.com', 'https://hooks.slack.com/', false],
    ['*.example.com', 'https://a.example.com/', true],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://badexample.com/', false],
    ['*.example.com', 'https://a.example.com.evil.example/', false],
    ['hooks.slack.com', 'nonsense', false],
  ])('%s lists %s: %s', (entry, url, isListed) => {
    expect(listsHostOf([entry], url)).toBe(isListed)
    expect(listsHostOf(['other.example', entry], url)).toBe(isListed)
    expect(listsHostOf([], url)).toBe(false)
  })
})

it('are kept once each, in lower case and in one order', () => {
  expect(canonicalOutgoingHosts(['b.example', 'A.example', 'a.example'])).toEqual([
    'a.example',
    'b.example',
  ])
})
