import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oidcClaimsReader, readEntraClaims } from './claims.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 300)

const id = fc.uuid()
const nearlyId = fc.oneof(
  id,
  id.map((text) => text.toUpperCase()),
  id.map((text) => `{${text}}`),
  id.map((text) => `${text} `),
  id.map((text) => text.slice(1)),
)
const odd = fc.constantFrom<unknown>(null, '', [], {}, 0, 7, true, false, 'admin@example.com')
const anyClaim = fc.oneof(
  odd,
  nearlyId,
  fc.jsonValue(),
  fc.array(nearlyId, { maxLength: 5 }),
  fc.array(fc.oneof(nearlyId, odd), { maxLength: 5 }),
  fc.array(fc.array(id, { maxLength: 2 }), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('groups', 'ids', 'src1'), fc.oneof(nearlyId, odd)),
)
const mostly = (claim: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 3, arbitrary: claim }, { weight: 1, arbitrary: anyClaim })
const tokenClaims = fc.record(
  {
    tid: mostly(id),
    oid: mostly(id),
    groups: mostly(fc.array(id, { maxLength: 5 })),
    roles: mostly(fc.array(fc.string({ minLength: 1 }), { maxLength: 3 })),
    hasgroups: mostly(fc.boolean()),
    _claim_names: anyClaim,
    email: anyClaim,
    name: anyClaim,
  },
  { requiredKeys: [] },
)

const isGuid = (value: unknown) =>
  typeof value === 'string' &&
  value.length === 36 &&
  /^[0-9a-f-]*$/i.test(value) &&
  value
    .split('-')
    .map((part) => part.length)
    .join() === '8,4,4,4,12'

describe('claims of any type', () => {
  it('make an identity of two GUIDs, and grant no group or role that they do not list', () => {
    let accepted = 0
    fc.assert(
      fc.property(id, tokenClaims, (tid, claims) => {
        const given: Record<string, unknown> = { tid, ...claims }
        const read = readEntraClaims(given)
        if (!read.ok) {
          expect(read.issues).not.toHaveLength(0)
          return
        }
        accepted += 1
        expect([given['tid'], given['oid']].every(isGuid)).toBe(true)
        const { subject, groups, roles } = read.value
        expect(Object.values(subject).slice(1)).toEqual(
          [given['tid'], given['oid']].map((text) => String(text).toLowerCase()),
        )
        const listed = Array.isArray(given['groups']) ? given['groups'].map(String) : []
        const ids = groups.kind === 'known' ? groups.ids : []
        expect(ids.every((group) => isGuid(group))).toBe(true)
        expect(listed.map((text) => text.toLowerCase())).toEqual(expect.arrayContaining([...ids]))
        expect(Array.isArray(given['roles']) ? given['roles'] : []).toEqual(
          expect.arrayContaining([...roles]),
        )
      }),
      { numRuns },
    )
    expect(accepted).toBeGreaterThan(0)
  })

  it('are refused whole where the groups are not a list of GUIDs', () => {
    fc.assert(
      fc.property(id, id, anyClaim, (tid, oid, groups) => {
        const isList = Array.isArray(groups) && groups.every(isGuid)
        expect(readEntraClaims({ tid, oid, groups }).ok).toBe(isList)
      }),
      { numRuns },
    )
  })

  it('of another provider are accepted exactly when the groups are a list of texts', () => {
    const read = oidcClaimsReader('groups')
    fc.assert(
      fc.property(anyClaim, (groups) => {
        const checked = read({ iss: 'https://id.example.com', sub: '1', groups })
        const isList = Array.isArray(groups) && groups.every((group) => typeof group === 'string')
        expect(checked.ok).toBe(isList)
      }),
      { numRuns },
    )
  })
})
