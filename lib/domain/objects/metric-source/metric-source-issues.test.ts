import { describe, expect, it } from 'vitest'
import { azureCloudOf } from './azure-cloud.ts'
import { metricSourceIssues } from './metric-source-issues.ts'
import { metricSourceCodec } from './metric-source.ts'

const GUID = '5e000000-0000-4000-8000-00000000000c'
const prometheus = { name: 'p', kind: 'prometheus', url: 'https://prometheus.example.com' }
const azure = {
  name: 'a',
  kind: 'log-analytics',
  url: 'https://api.loganalytics.azure.com',
  workspace: GUID,
  auth: 'entra',
  entra_tenant: GUID,
  client_id: GUID,
}
const managed = {
  ...prometheus,
  url: 'https://fleet-ab12.westeurope.prometheus.monitor.azure.com',
  auth: 'entra',
  entra_tenant: GUID,
  client_id: GUID,
}

function sourceOf(sent: object) {
  const source = metricSourceCodec.decode(metricSourceCodec.input.parse(sent))
  if (!source.ok) throw new Error('no source')
  return source.value
}
const wrongWith = (sent: object) =>
  metricSourceIssues(sourceOf(sent)).map(({ code, path }) => `${code} ${path.join('.')}`)

describe('a source of metrics', () => {
  it.each([
    prometheus,
    { ...prometheus, auth: 'basic', username: 'berth' },
    { ...prometheus, auth: 'bearer' },
    { ...prometheus, queries: [{ metric: 'states', query: 'sum(\n  up\n)' }] },
    azure,
    managed,
  ])('may be %j', (sent) => {
    expect(wrongWith(sent)).toEqual([])
  })

  it.each([
    [['url_scheme url'], { ...prometheus, url: 'http://prometheus.example.com' }],
    [['url_host url'], { ...prometheus, url: 'https://169.254.169.254' }],
    [['url_format url'], { ...prometheus, url: 'https://h/?x=1' }],
    [['source_needless workspace'], { ...prometheus, workspace: GUID }],
    [['source_needless username'], { ...prometheus, username: 'x' }],
    [['source_sign_in username'], { ...prometheus, auth: 'basic' }],
    [['source_sign_in username'], { ...prometheus, auth: 'basic', username: 'a:b' }],
    [['source_not_azure url'], { ...managed, url: prometheus.url }],
    [
      ['source_not_azure url'],
      { ...managed, url: 'https://xprometheus.monitor.azure.com.evil.example' },
    ],
    [['guid_format client_id'], { ...managed, client_id: 'berth' }],
    [['guid_format workspace'], { ...azure, workspace: '../x' }],
    [
      ['source_sign_in auth'],
      { ...azure, auth: 'bearer', entra_tenant: undefined, client_id: undefined },
    ],
    [['metric_name queries.0.metric'], { ...prometheus, queries: [{ metric: '', query: 'up' }] }],
    [['required queries.0.query'], { ...prometheus, queries: [{ metric: 'up', query: ' ' }] }],
    [
      ['metric_repeated queries.1.metric'],
      { ...prometheus, queries: ['x', 'y'].map((query) => ({ metric: 'up', query })) },
    ],
    [
      ['too_many queries'],
      {
        ...prometheus,
        queries: Array.from({ length: 21 }, (_, i) => ({ metric: `m${i}`, query: 'up' })),
      },
    ],
  ])('has the issues %j: %j', (codes, sent) => {
    expect(wrongWith(sent)).toEqual(codes)
  })
})

describe('the secret of a source', () => {
  const { serverOf, isRequired, flawOf } = metricSourceCodec.secrets.secret

  it('is for its host, its way to sign in and its application, and not for its path or its queries', () => {
    const server = serverOf(sourceOf(managed))
    expect(serverOf(sourceOf({ ...managed, url: `${managed.url}/x`, description: 'x' }))).toBe(
      server,
    )
    for (const other of [
      { url: 'https://other.westeurope.prometheus.monitor.azure.com' },
      { url: `${managed.url}:8443` },
      { auth: 'bearer' },
      { entra_tenant: GUID.replace('5e', '6e') },
      { client_id: GUID.replace('5e', '6e') },
    ]) {
      expect(serverOf(sourceOf({ ...managed, ...other }))).not.toBe(server)
    }
  })

  it('is required wherever somebody signs in', () => {
    expect([prometheus, managed].map((sent) => isRequired(sourceOf(sent)))).toEqual([false, true])
  })

  it.each(['', ' x', 'a\nb', 'ü', 'x'.repeat(4097)])('is not %.10j', (text) => {
    expect(flawOf(text, sourceOf(managed))?.code).toBe('secret_format')
  })
})

it.each([
  ['log-analytics', 'api.loganalytics.azure.com', 'login.microsoftonline.com'],
  ['log-analytics', 'api.loganalytics.us', 'login.microsoftonline.us'],
  ['log-analytics', 'evil.example', undefined],
  ['log-analytics', 'x.api.loganalytics.azure.com', undefined],
  ['prometheus', 'a.b.prometheus.monitor.azure.com', 'login.microsoftonline.com'],
  ['prometheus', 'a.b.prometheus.monitor.azure.cn', 'login.partner.microsoftonline.cn'],
  ['prometheus', 'aprometheus.monitor.azure.com', undefined],
  ['prometheus', 'prometheus.monitor.azure.com.evil.example', undefined],
  ['prometheus', 'api.loganalytics.azure.com', undefined],
] as const)('a token for %s at %s comes from %s', (kind, host, authority) => {
  expect(azureCloudOf(kind, host)?.authority).toBe(authority && `https://${authority}`)
})
