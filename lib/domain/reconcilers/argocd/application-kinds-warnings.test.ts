import { describe, expect, it } from 'vitest'
import { applicationKindsWarnings } from './application-kinds-warnings.ts'

const certificates = { group: 'cert-manager.io', resources: ['certificates'] }
const endpoints = { group: '', resources: ['endpoints'] }
const known = { group: 'apps', resources: ['deployments'] }

const codes = (...lists: Parameters<typeof applicationKindsWarnings>) =>
  applicationKindsWarnings(...lists).map(({ code }) => code)

describe('another list of application kinds', () => {
  it.each([
    ['more', [], [certificates], ['kinds_allowed']],
    ['less', [certificates], [], ['kinds_withdrawn']],
    ['some and others', [certificates], [endpoints], ['kinds_withdrawn', 'kinds_allowed']],
    ['the same', [certificates], [certificates], []],
    ['what every team may anyway', [], [known], []],
    ['no longer what every team may anyway', [known], [], []],
  ])('with %s is warned of as that', (_, before, after, warned) => {
    expect(codes(before, after)).toEqual(warned)
  })

  it('names the kinds as kubectl does, and of many the first', () => {
    const resources = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}things`)
    const [warning] = applicationKindsWarnings([{ group: 'x.io', resources }, endpoints], [])
    expect(warning?.message).toContain(
      'endpoints, athings.x.io, bthings.x.io, cthings.x.io, dthings.x.io and 2 more',
    )
  })
})
