import { describe, expect, it } from 'vitest'
import { isBeyond, rescopedPath, scopedPath } from './environment-scope.ts'

describe('a place of the navigation', () => {
  it.each([
    ['/clusters', '/clusters?labelSelector=environment%3Dproduction'],
    ['/placements', '/placements?environment=production'],
    ['/history', '/history?environment=production'],
    ['/history?team=ieb', '/history?team=ieb&environment=production'],
    ['/matrix', '/matrix?environment=production'],
    ['/policies', '/policies'],
    ['/', '/?environment=production'],
  ])('%s leads to %s', (path, scoped) => {
    expect(scopedPath(path, 'production')).toBe(scoped)
    expect(scopedPath(path, '')).toBe(path)
  })
})

describe('a list that is open', () => {
  it.each([
    // selector, from, to, becomes
    ['', '', 'dev', 'environment=dev'],
    ['environment=dev', 'dev', 'prod', 'environment=prod'],
    ['environment=dev', 'dev', '', null],
    ['tier in (a,b),gpu', '', 'dev', 'environment=dev,tier in (a,b),gpu'],
    ['environment=dev,tier in (a,b)', 'dev', '', 'tier in (a,b)'],
    ['environment=devel', 'dev', 'prod', 'environment=prod,environment=devel'],
  ])('keeps the rest of the selector "%s" from "%s" to "%s"', (selector, from, to, becomes) => {
    expect(selectorAfter(selector, from, to)).toBe(becomes)
  })

  it('keeps its other filters, and begins with its first page', () => {
    expect(
      rescopedPath('/placements', 'state=failed&environment=dev&page=abc', 'dev', 'prod'),
    ).toBe('/placements?state=failed&environment=prod')
  })

  it('that no environment narrows stays', () => {
    expect(rescopedPath('/policies', 'q=web', 'dev', 'prod')).toBeNull()
    expect(rescopedPath('/', 'screen=review', 'dev', 'prod')).toBeNull()
    expect(rescopedPath('/', 'screen=fleet', 'dev', 'prod')).toBe('/?screen=fleet&environment=prod')
  })
})

describe('a list that is open without the environment of the bar', () => {
  it.each([
    // path, search, is beyond
    ['/clusters', '', true],
    ['/clusters', 'labelSelector=environment%3Ddev', false],
    ['/clusters', 'labelSelector=environment%3Ddev%2Cgpu&page=abc&q=x', false],
    ['/clusters', 'labelSelector=gpu%2Cenvironment%3Ddev', false],
    ['/clusters', 'labelSelector=gpu', true],
    ['/placements', 'environment=prod', true],
    ['/placements', 'state=failed&environment=dev', false],
    ['/policies', '', false],
    ['/', '', true],
    ['/', 'range=7d&environment=dev', false],
    ['/', 'screen=review', false],
  ])('is told of %s?%s', (path, search, beyond) => {
    expect(isBeyond(path, search, 'dev')).toBe(beyond)
    expect(isBeyond(path, search, '')).toBe(false)
  })
})

function selectorAfter(selector: string, from: string, to: string): string | null {
  const search = new URLSearchParams({ labelSelector: selector }).toString()
  const path = rescopedPath('/clusters', search, from, to)!
  return new URL(path, 'http://berth').searchParams.get('labelSelector')
}
