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
  ])('never leads to another site or back to signing in: %j', (path) => {
    const returned = safeReturnPath(path)
    expect(returned).toMatch(/^\/(?![/\\])/)
    expect(new URL(returned, 'https://berth.example.com').origin).toBe('https://berth.example.com')
    expect(returned).not.toMatch(/^\/sign-in/)
  })
})
