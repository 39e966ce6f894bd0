import { describe, expect, it } from 'vitest'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { deliveryHeaders, pushOf, signatureOf } from '#lib/http/testing/pushes.ts'
import { isProven } from './proof.ts'

const SECRET = 'berth_hook_of-this-test'
const TEXT = JSON.stringify(pushOf('github'))

const isTaken = (host: GitHost, headers: Record<string, string>, text = TEXT) =>
  isProven({ host, secret: SECRET }, { headers: new Headers(headers), body: Buffer.from(text) })

const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` })

describe('a delivery', () => {
  it.each(GIT_HOSTS)('of %s is proven by the secret', (host) => {
    expect(isTaken(host, deliveryHeaders(host, SECRET, TEXT))).toBe(true)
    expect(isTaken(host, deliveryHeaders(host, 'another', TEXT))).toBe(false)
    expect(isTaken(host, deliveryHeaders(host, '', TEXT))).toBe(false)
    expect(isTaken(host, {})).toBe(false)
  })

  it.each(['github', 'gitea'] as const)('of %s is proven for its own bytes alone', (host) => {
    const headers = deliveryHeaders(host, SECRET, TEXT)
    expect(isTaken(host, headers, TEXT.replace('main', 'evil'))).toBe(false)
    expect(isTaken(host, headers, `${TEXT} `)).toBe(false)
    expect(isTaken(host, headers, '')).toBe(false)
  })

  it.each(GIT_HOSTS)('of %s is not proven as that of another host', (host) => {
    for (const other of GIT_HOSTS.filter((each) => each !== host)) {
      // Gitea also signs as GitHub does.
      const isAlike = host === 'github' && other === 'gitea'
      expect(isTaken(host, deliveryHeaders(other, SECRET, TEXT)), other).toBe(isAlike)
    }
  })

  const hex = signatureOf(SECRET, TEXT)
  it.each<[string, GitHost, Record<string, string>]>([
    // case | host | headers
    ['an empty signature', 'github', { 'X-Hub-Signature-256': '' }],
    ['a signature without its method', 'github', { 'X-Hub-Signature-256': hex }],
    ['a signature by SHA-1', 'github', { 'X-Hub-Signature': `sha1=${hex.slice(0, 40)}` }],
    ['half a signature', 'github', { 'X-Hub-Signature-256': `sha256=${hex.slice(0, 32)}` }],
    ['a longer signature', 'github', { 'X-Hub-Signature-256': `sha256=${hex}00` }],
    ['two signatures', 'github', { 'X-Hub-Signature-256': `sha256=${hex}, sha256=${hex}` }],
    ['a signature in capitals', 'github', { 'X-Hub-Signature-256': `sha256=${hex.toUpperCase()}` }],
    ['an empty signature', 'gitea', { 'X-Gitea-Signature': '' }],
    ['two signatures', 'gitea', { 'X-Gitea-Signature': `${hex}, ${hex}` }],
    ['text instead of digits', 'gitea', { 'X-Gitea-Signature': 'z'.repeat(64) }],
    ['an empty token', 'gitlab', { 'X-Gitlab-Token': '' }],
    ['two tokens', 'gitlab', { 'X-Gitlab-Token': `${SECRET}, ${SECRET}` }],
    ['a longer token', 'gitlab', { 'X-Gitlab-Token': `${SECRET}x` }],
    ['a shorter token', 'gitlab', { 'X-Gitlab-Token': SECRET.slice(0, -1) }],
    ['an empty password', 'azure-devops', basic('berth:')],
    ['a user without a password', 'azure-devops', basic(SECRET)],
    ['the secret as the user', 'azure-devops', basic(`${SECRET}:`)],
    ['no credentials', 'azure-devops', { Authorization: 'Basic ' }],
    ['another scheme', 'azure-devops', { Authorization: `Bearer ${SECRET}` }],
    ['two of them', 'azure-devops', { Authorization: 'Basic YTpi, Basic YTpi' }],
    ['what is no base64', 'azure-devops', { Authorization: 'Basic ***' }],
  ])('with %s is not proven to be of %s', (_, host, headers) => {
    expect(isTaken(host, headers)).toBe(false)
  })

  it('of Azure DevOps is proven whoever the user is, and by a password with a colon', () => {
    expect(isTaken('azure-devops', basic(`:${SECRET}`))).toBe(true)
    const proof = { host: 'azure-devops', secret: 'a:b' } as const
    const sent = { headers: new Headers(basic('berth:a:b')), body: Buffer.from('') }
    expect(isProven(proof, sent)).toBe(true)
  })
})
