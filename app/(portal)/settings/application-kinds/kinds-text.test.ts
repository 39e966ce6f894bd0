import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BUILT_IN_KINDS,
  canonicalKinds,
} from '#lib/domain/reconcilers/interface/application-kinds.ts'
import { kindsOfText, kindsText } from './kinds-text.ts'

const json = (kinds: ReturnType<typeof canonicalKinds>) =>
  kinds.map(({ group, resources }) => ({ group, resources: [...resources] }))

describe('the list of kinds as text', () => {
  it('is a name a line, as kubectl prints them', () => {
    const kinds = [
      { group: '', resources: ['endpoints'] },
      { group: 'cert-manager.io', resources: ['certificates', 'issuers'] },
    ]
    expect(kindsText(kinds)).toBe(
      'endpoints\ncertificates.cert-manager.io\nissuers.cert-manager.io',
    )
  })

  it.each([
    // case | text | kinds
    ['nothing', ' \n ', []],
    [
      'commas and lines',
      'a.x.io, b.x.io\r\n  c ',
      [
        { group: 'x.io', resources: ['a', 'b'] },
        { group: '', resources: ['c'] },
      ],
    ],
    ['what is no kind, for the API to refuse', '*', [{ group: '', resources: ['*'] }]],
    [
      'a group and a resource side by side, for the API to refuse',
      'x.io certificates',
      [{ group: 'io certificates', resources: ['x'] }],
    ],
  ])('is read from %s', (_, text, kinds) => {
    expect(kindsOfText(text)).toEqual(kinds)
  })

  it('comes back as it was', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z]$/)
    const entry = fc.record({
      group: fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z]{1,5}(\.[a-z]{1,5}){0,2}$/)),
      resources: fc.array(name, { minLength: 1, maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }).map(canonicalKinds), (kinds) => {
        expect(kindsOfText(kindsText(json(kinds)))).toEqual(kinds)
      }),
    )
    expect(kindsOfText(kindsText(json(BUILT_IN_KINDS)))).toEqual(BUILT_IN_KINDS)
  })
})
