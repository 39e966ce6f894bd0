import { describe, expect, it } from 'vitest'
import { callHost, callUrlIssues, isThisMachine } from './call-url.ts'

const codesOf = (url: string) => callUrlIssues(url, ['url']).map(({ code }) => code)

describe('an address to call', () => {
  it.each([
    'https://prometheus.example.com',
    'https://prometheus.example.com/',
    'https://h:9090/prometheus/',
    'https://hooks.example.com/a/b?sig=x%2Fy&api-version=1',
    'https://10.0.0.5:9090/',
    'http://localhost:9090/',
    'http://127.0.0.1:9090',
    'https://localhost:9090/',
  ])('may be %s', (url) => {
    expect(codesOf(url)).toEqual([])
  })

  it.each([
    ['url_scheme', ''],
    ['url_scheme', 'prometheus.example.com'],
    ['url_scheme', 'http://prometheus.example.com/'],
    ['url_scheme', 'http://localhost.example.com/'],
    ['url_scheme', 'ftp://h/'],
    ['url_scheme', 'file:///etc/passwd'],
    ['url_scheme', 'javascript:alert(1)'],
    ['url_scheme', 'https:///h'],
    ['url_format', 'https://h/a b'],
    ['url_format', 'https://h\\@evil/'],
    ['url_format', 'https://h/#x'],
    ['url_format', 'https://h:0/'],
    ['url_format', 'https://h:65536/'],
    ['url_format', 'https://h:x/'],
    ['url_format', 'https://-h/'],
    ['url_format', 'https://h_h/'],
    ['url_format', 'https://%6cocalhost/'],
    ['url_format', `https://h/${'x'.repeat(2048)}`],
    ['url_credentials', 'https://ann:s3cr3t@h/'],
    ['url_credentials', 'http://ann@localhost/'],
    ['url_host', 'https://[::1]/'],
    ['url_host', 'https://127.0.0.2/'],
    ['url_host', 'https://127.1/'],
    ['url_host', 'https://0x7f000001/'],
    ['url_host', 'https://2130706433/'],
    ['url_host', 'https://169.254.169.254/'],
    ['url_host', 'https://metadata.google.internal/'],
    ['url_host', 'https://a.localhost/'],
  ])('is refused as %s: %.60j', (code, url) => {
    expect(codesOf(url)).toEqual([code])
  })

  it('is never repeated in what is said of it, as it may hold a secret', () => {
    for (const url of ['https://ann:s3cr3t@h/', 'http://h/?sig=s3cr3t', 'https://127.1/s3cr3t']) {
      expect(JSON.stringify(callUrlIssues(url, []))).not.toContain('s3cr3t')
    }
  })
})

it.each([
  ['https://Hooks.Example.com:8443/x', 'hooks.example.com', false],
  ['https://hooks.example.com./x', 'hooks.example.com', false],
  ['http://localhost:9090', 'localhost', true],
  ['http://127.0.0.1/', '127.0.0.1', true],
  ['nonsense', null, false],
])('the host of %s is %s', (url, host, isHere) => {
  expect(callHost(url)).toBe(host)
  expect(isThisMachine(url)).toBe(isHere)
})
