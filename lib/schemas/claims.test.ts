import { describe, expect, it } from 'vitest'
import { subjectId } from '#lib/domain/access/identity.ts'
import { oidcClaimsReader, readEntraClaims } from './claims.ts'

const tid = '8f1c0000-0000-4000-8000-00000000000a'
const oid = '8f1c0000-0000-4000-8000-00000000000b'
const group = (index: number) => `9a000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const groupsOf = (count: number) => Array.from({ length: count }, (_, index) => group(index))
const valid = { tid, oid }

function identityOf(claims: object) {
  const read = readEntraClaims({ ...valid, ...claims })
  if (!read.ok) throw new Error(JSON.stringify(read.issues))
  return read.value
}

function displayed(claims: object) {
  const { name, email } = identityOf(claims)
  return [name, email]
}

const at = (issuer: string, subject: string) => subjectId({ provider: 'oidc', issuer, subject })

/** Values that are no list, no id and no flag. */
const wrong = [
  { what: 'null', value: null },
  { what: 'an empty text', value: '' },
  { what: 'a number', value: 7 },
  { what: 'an object', value: {} },
  { what: 'nested lists', value: [[group(1)]] },
  { what: 'a list of null', value: [null] },
  { what: 'a list of empty texts', value: [''] },
  { what: 'a list of objects', value: [{ id: group(1) }] },
]
const wrongIds = [
  ...wrong,
  { what: 'an empty list', value: [] },
  { what: 'a list', value: [oid] },
  { what: 'true', value: true },
  { what: 'an e-mail address', value: 'admin@example.com' },
  { what: 'a GUID in braces', value: `{${oid}}` },
  { what: 'a GUID and a line break', value: `${oid}\n` },
  { what: 'a GUID that is too short', value: oid.slice(1) },
]
const wrongGroups = [
  ...wrong,
  { what: 'one GUID', value: group(1) },
  { what: 'true', value: true },
  { what: 'display names', value: [group(1), 'Developers'] },
  { what: 'GUIDs in braces', value: [`{${group(1)}}`] },
  { what: 'GUIDs in one text', value: [`${group(1)},${group(2)}`] },
]

describe('the claims of Microsoft Entra ID', () => {
  it.each([0, 1, 200, 201, 1000])('name %i groups', (count) => {
    const read = readEntraClaims({ ...valid, groups: groupsOf(count) })
    expect(read).toMatchObject({ ok: true, value: { groups: { ids: groupsOf(count) } } })
  })

  it('say no groups where they name none', () => {
    const none = { kind: 'known', ids: [] }
    expect(readEntraClaims(valid)).toMatchObject({ value: { groups: none, roles: [] } })
  })

  it('bring ids into one form, once each', () => {
    const upper = { tid: tid.toUpperCase(), oid: oid.toUpperCase() }
    const read = readEntraClaims({ ...upper, groups: [group(1), group(1).toUpperCase()] })
    expect(read).toMatchObject({
      value: {
        subject: { provider: 'entra', tenant: tid, object: oid },
        groups: { kind: 'known', ids: [group(1)] },
      },
    })
  })

  it.each([
    { claims: { _claim_names: { groups: 'src1' } } },
    { claims: { _claim_names: { groups: 'src1' }, groups: [group(1)] } },
    { claims: { hasgroups: true } },
    { claims: { hasgroups: true, groups: [] } },
  ])('say that there are more than fit: %j', ({ claims }) => {
    expect(readEntraClaims({ ...valid, ...claims })).toMatchObject({
      value: { groups: { kind: 'overage' } },
    })
  })

  it.each([{ hasgroups: false }, { _claim_names: {} }, { _claim_names: { other: 'src1' } }])(
    'do not say so by %j',
    (claims) => {
      expect(readEntraClaims({ ...valid, ...claims })).toMatchObject({
        value: { groups: { kind: 'known', ids: [] } },
      })
    },
  )

  it.each(wrongIds)('are refused with $what as an id', ({ value }) => {
    for (const claim of ['tid', 'oid']) {
      expect(readEntraClaims({ ...valid, [claim]: value })).toMatchObject({
        ok: false,
        issues: [{ path: [claim] }],
      })
    }
  })

  it.each(wrongGroups)('are refused with $what as groups', ({ value }) => {
    expect(readEntraClaims({ ...valid, groups: value }).ok).toBe(false)
  })

  it.each([...wrong, { what: 'one text', value: 'Fleet.Admin' }, { what: 'true', value: true }])(
    'are refused with $what as roles',
    ({ value }) => {
      expect(readEntraClaims({ ...valid, roles: value }).ok).toBe(false)
    },
  )

  it.each([null, 'true', 1, [], {}])('are refused with %j where a flag stands', (value) => {
    expect(readEntraClaims({ ...valid, hasgroups: value }).ok).toBe(false)
  })

  it.each([null, 'groups', 1, ['groups'], { groups: null }, { groups: '' }, { groups: ['src1'] }])(
    'are refused with %j where the names of other claims stand',
    (value) => {
      expect(readEntraClaims({ ...valid, _claim_names: value }).ok).toBe(false)
    },
  )

  it('are refused with one issue when a list has no end', () => {
    const read = readEntraClaims({ ...valid, groups: groupsOf(100_000) })
    expect(read).toMatchObject({ ok: false, issues: [{ path: ['groups'], code: 'too_many' }] })
    const names = Array.from({ length: 100_000 }, () => 7)
    expect(readEntraClaims({ ...valid, groups: names })).toMatchObject({
      ok: false,
      issues: [{ path: ['groups'], code: 'too_many' }],
    })
  })

  it.each([null, '', [], 7, 'claims', undefined])('are none: %j', (claims) => {
    expect(readEntraClaims(claims).ok).toBe(false)
  })

  it('show a name and an address in one line, or none', () => {
    expect(displayed({ name: 'Ada', email: 'ada@example.com' })).toEqual(['Ada', 'ada@example.com'])
    expect(displayed({ preferred_username: 'ada@example.com' })).toEqual([null, 'ada@example.com'])
    expect(displayed({ name: ' A\u202eda\n\0B ', email: 'ada' })).toEqual(['A da B', null])
    expect(displayed({ name: null, email: ['ada@example.com'] })).toEqual([null, null])
    expect(displayed({ email: 'admin@example.com@evil.example' })).toEqual([null, null])
    expect(displayed({ name: '😀'.repeat(300) })).toEqual(['😀'.repeat(200), null])
  })
})

describe('the claims of another provider', () => {
  const read = oidcClaimsReader('https://example.com/groups')
  const iss = 'https://id.example.com/realms/fleet'
  const claims = { iss, sub: 'auth0|42' }

  it('name issuer and subject', () => {
    expect(read({ ...claims, tid, oid, email: 'ada@example.com' })).toMatchObject({
      value: { subject: { provider: 'oidc', issuer: iss, subject: 'auth0|42' }, roles: [] },
    })
  })

  it('name groups in the configured claim alone', () => {
    const named = { 'https://example.com/groups': ['/ieb/dev', group(1).toUpperCase(), '/ieb/dev'] }
    expect(read({ ...claims, ...named, groups: ['other'] })).toMatchObject({
      value: { groups: { kind: 'known', ids: ['/ieb/dev', group(1)] } },
    })
    expect(oidcClaimsReader(null)({ ...claims, groups: ['other'] })).toMatchObject({
      value: { groups: { kind: 'known', ids: [] } },
    })
  })

  it('leave out groups that no team can name', () => {
    const named = { 'https://example.com/groups': ['"two', '', 'a,b', 'dev*', 'dev'] }
    expect(read({ ...claims, ...named })).toMatchObject({ value: { groups: { ids: ['dev'] } } })
  })

  it('keep groups of a directory as they are named there', () => {
    const ids = ['CN=Store Admins,OU=Groups,DC=example,DC=com', 'Store Admins']
    const named = { 'https://example.com/groups': ids }
    expect(read({ ...claims, ...named })).toMatchObject({ value: { groups: { ids } } })
  })

  it.each(wrong.filter(({ what }) => what !== 'a list of empty texts'))(
    'are refused with $what as groups',
    ({ value }) => {
      expect(read({ ...claims, 'https://example.com/groups': value }).ok).toBe(false)
    },
  )

  it.each(['groups', '__proto__', 'constructor', 'toString'])(
    'find nothing in what every object has: %s',
    (claim) => {
      const checked = oidcClaimsReader(claim)(JSON.parse(JSON.stringify(claims)))
      expect(checked.ok ? checked.value.groups : { ids: [] }).toMatchObject({ ids: [] })
    },
  )

  it.each([null, '', [], {}, 7, ' 42', '42 ', 'é', 'a\nb', 'x'.repeat(256)])(
    'are refused with %j as a subject',
    (sub) => {
      expect(read({ ...claims, sub })).toMatchObject({ ok: false, issues: [{ path: ['sub'] }] })
    },
  )

  it.each([
    null,
    '',
    [],
    'id.example.com',
    'https://a#b',
    'https://a?b',
    'https://a b',
    'javascript:x',
  ])('are refused with %j as an issuer', (value) => {
    expect(read({ ...claims, iss: value }).ok).toBe(false)
  })
})

describe('the text of a subject', () => {
  it('is told by what never changes, and never by an address', () => {
    const never = { email: 'b@example.com', preferred_username: 'b', sub: 'other', upn: 'c' }
    for (const claims of [{ email: 'a@example.com' }, never]) {
      const { subject } = identityOf(claims)
      expect(subjectId(subject)).toBe(`entra:${tid}:${oid}`)
    }
  })

  it('differs where the issuer does', () => {
    expect(at('https://a', 'b#c')).not.toBe(at('https://a/b', 'c'))
    expect(at('https://a', '1')).not.toBe(at('https://b', '1'))
  })
})
