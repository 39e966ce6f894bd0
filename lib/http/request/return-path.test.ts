import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('the way back after signing in', () => {
  it.each(['/', '/clusters', '/clusters?labelSelector=a%3Db&page=x.y', '/a%2F%2Fb'])(
    'leads to the page that was asked for: %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path)
    },
  )

  it.each([
    ['/%5cexample.com', '/%5cexample.com'],
    ['/%5c%5cexample.com', '/%5c%5cexample.com'],
    ['/%2f%2fexample.com', '/%2f%2fexample.com'],
    ['/%252f%252fexample.com', '/%252f%252fexample.com'],
    ['/%0d%0aLocation:%20https://example.com', '/%0d%0aLocation:%20https://example.com'],
    ['/%250d%250a', '/%250d%250a'],
    ['/\uff0f\uff0fexample.com', '/%EF%BC%8F%EF%BC%8Fexample.com'],
    ['/\u2044\u2044example.com', '/%E2%81%84%E2%81%84example.com'],
    ['/@example.com', '/@example.com'],
    ['/clusters#//example.com', '/clusters'],
    ['/te\tams', '/teams'],
    ['/te\r\nams', '/teams'],
  ])('takes what only looks like another site for a path of this one: %j', (path, returned) => {
    expect(safeReturnPath(path)).toBe(returned)
  })

  it.each([
    undefined,
    '',
    'clusters',
    'https://example.com/',
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    '/./\\example.com',
    '/.//example.com',
    '\\\\example.com',
    'javascript:alert(1)',
    '/sign-in?callbackUrl=/sign-in',
    '/%',
    '/\u0000/example.com',
    'https:example.com',
    'https:/example.com',
    'HTTPS://example.com',
    '///example.com',
    '/\\/example.com',
    '/\n/example.com',
    '/\r\n/example.com',
    '\t//example.com',
    ' //example.com',
    '/\\\\example.com',
    '/..//example.com',
    '/%2e%2e//example.com',
    '/a/..//example.com',
    'data:text/html,x',
    'jAvAsCrIpT:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '%2F%2Fexample.com',
    '@example.com',
    '.example.com',
    '\u2044\u2044example.com',
    '\uff0f\uff0fexample.com',
    '/./sign-in',
  ])('never leads to another site or back to signing in: %j', (path) => {
    const returned = safeReturnPath(path)
    expect(returned).toMatch(/^\/(?![/\\])/)
    expect(new URL(returned, 'https://berth.example.com').origin).toBe('https://berth.example.com')
    expect(returned).not.toMatch(/^\/sign-in/)
  })
})
