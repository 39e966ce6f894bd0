import { describe, expect, it } from 'vitest'
import {
  applicationTitle,
  askedText,
  dependenciesHref,
  edgeLabel,
  type NeededApplication,
  neededText,
  standingText,
} from './dependency-words.ts'

const database: NeededApplication = {
  namespace: 'payments',
  name: 'db',
  visible: true,
  size: 1,
  missing: false,
  clusters: 40,
  behind: 0,
}
const hidden: NeededApplication = {
  ...database,
  namespace: null,
  name: null,
  visible: false,
  clusters: null,
  behind: null,
}
const asked = { from: 0, to: 1, on: 'cluster', min_version: null, healthy: true }

describe('what applications need of each other, in words', () => {
  it.each([
    [asked, 'healthy on the same cluster', null],
    [{ ...asked, healthy: false }, 'on the same cluster', null],
    [{ ...asked, min_version: 'v2.0' }, 'v2.0 or later, healthy on the same cluster', '≥ v2.0'],
    [{ ...asked, on: 'environment:qa' }, 'in environment qa', 'in qa'],
    [{ ...asked, min_version: '2026.11.26-rc1' }, expect.any(String), '≥ 2026.11.…'],
  ])('of %j', (edge, text, label) => {
    expect(askedText(edge)).toEqual(text)
    expect(edgeLabel(edge)).toBe(label)
    expect(neededText(edge)).toBe(`needs it ${askedText(edge)}`)
  })

  it('of an application that may not be seen, only that it is of another team', () => {
    const edge = { ...asked, on: null, healthy: null }
    expect([askedText(edge), neededText(edge), edgeLabel(edge)]).toEqual([null, null, null])
    expect(applicationTitle(hidden)).toBe('An application of another team')
    expect(applicationTitle({ ...hidden, size: 3 })).toBe('3 applications of other teams')
    expect([standingText(hidden), dependenciesHref(hidden)]).toEqual([null, null])
  })

  it('with how far each application has come', () => {
    expect(standingText(database)).toBe('on 40 clusters')
    expect(standingText({ ...database, behind: 1 })).toBe('waits on 1 of 40 clusters')
    expect(standingText({ ...database, clusters: 0 })).toBe('placed nowhere')
    expect(standingText({ ...database, missing: true })).toBe('deleted')
    expect(dependenciesHref(database)).toBe('/applications/payments/db?tab=dependencies')
    expect(dependenciesHref({ ...database, missing: true })).toBeNull()
  })
})
