import { describe, expect, it } from 'vitest'
import { applicationKindsWarnings } from './application-kinds-warnings.ts'

const certificates = { group: 'cert-manager.io', resources: ['certificates'] }
const endpoints = { group: '', resources: ['endpoints'] }
const known = { group: 'apps', resources: ['deployments'] }

const codes = (...lists: Parameters<typeof applicationKindsWarnings>) =>
  applicationKindsWarnings(...lists).map(({ code }) => code)

describe('another list of application kinds', () => {
  it.each([
    { what: 'more', before: [], after: [certificates], warned: ['kinds_allowed'] },
    { what: 'less', before: [certificates], after: [], warned: ['kinds_withdrawn'] },
    {
      what: 'some and others',
      before: [certificates],
      after: [endpoints],
      warned: ['kinds_withdrawn', 'kinds_allowed'],
    },
    { what: 'the same', before: [certificates], after: [certificates], warned: [] },
    { what: 'what every team may anyway', before: [], after: [known], warned: [] },
    { what: 'no longer what every team may anyway', before: [known], after: [], warned: [] },
  ])('with $what is warned of as that', ({ before, after, warned }) => {
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
