import { describe, expect, it } from 'vitest'
import { subscriptionCodec } from './subscription.ts'
import { subscriptionIssues } from './subscription-issues.ts'
import { secretFlaw } from './subscription-secret.ts'

const read = (sent: object) => {
  const shape = subscriptionCodec.input.parse({
    name: 'on-call',
    url: 'https://h.example',
    ...sent,
  })
  const decoded = subscriptionCodec.decode(shape)
  if (!decoded.ok) throw new Error('it has no selector that could be wrong')
  return decoded.value
}
const wrongWith = (sent: object) =>
  subscriptionIssues(read(sent)).map(({ code, path }) => `${code} ${path.join('.')}`)

const SLACK = 'https://hooks.slack.com/services/T0/B0/x'
const keyOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'k').toString('base64')}`

describe('a subscription', () => {
  it.each([
    ['of a webhook at any path', { url: 'https://h.example:8443/a?b=c' }],
    ['of Slack by its server', { kind: 'slack', url: 'https://hooks.slack.com' }],
    ['of Teams by its server', { kind: 'teams', url: 'https://prod-1.logic.azure.com:443/' }],
  ])('%s is well', (_, sent) => {
    expect(wrongWith(sent)).toEqual([])
  })

  it.each([
    ['no such address', { url: 'ftp://h.example' }, ['url_scheme url']],
    ['a password in it', { url: 'https://a:b@h.example/' }, ['url_credentials url']],
    ['a secret of Slack in it', { kind: 'slack', url: SLACK }, ['url_secret url']],
    [
      'a secret of Teams in it',
      { kind: 'teams', url: 'https://h.example?sig=x' },
      ['url_secret url'],
    ],
    ['no events', { events: [] }, ['required events']],
    ['an odd owner', { namespace: 'a--b' }, ['name_format namespace']],
  ])('with %s is refused', (_, sent, issues) => {
    expect(wrongWith(sent)).toEqual(issues)
  })

  it('names each of its events once, in one order', () => {
    expect(read({ events: ['report.ready', 'alert.fired', 'report.ready'] }).events).toEqual([
      'alert.fired',
      'report.ready',
    ])
  })

  it('keeps nothing of a secret that is sent', () => {
    expect(JSON.stringify(read({ secret: keyOf(32) }))).not.toContain('whsec')
  })
})

describe('its secret', () => {
  const webhook = { receiver: 'webhook', url: 'https://h.example/x' }
  const slack = { receiver: 'slack', url: 'https://hooks.slack.com' }
  it.each([
    [webhook, keyOf(24), null],
    [webhook, keyOf(32), null],
    [webhook, keyOf(64), null],
    [webhook, keyOf(32).replace(/=+$/, ''), null],
    [webhook, keyOf(23), 'token_format'],
    [webhook, keyOf(65), 'token_format'],
    [webhook, 'correct horse battery staple of some length', 'token_format'],
    [webhook, `${keyOf(32)}\n`, 'token_format'],
    [slack, SLACK, null],
    [slack, SLACK.replace('hooks', 'hooks2'), 'credential_of_another_server'],
    [slack, SLACK.replace('.com', '.com:444'), 'credential_of_another_server'],
    [slack, keyOf(32), 'url_scheme'],
  ])('of %j is checked: %s', (subscription, secret, code) => {
    const flaw = secretFlaw(secret, subscription)
    expect(flaw?.code ?? null).toBe(code)
    expect(flaw?.reason ?? '').not.toContain(secret)
  })
})
