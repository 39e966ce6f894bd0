import { describe, expect, it } from 'vitest'
import { normaliseRoleGrant, roleGrantIssues } from './role-grant-issues.ts'

const issuesOf = (source: 'group' | 'role', value: string, description = '') =>
  roleGrantIssues(normaliseRoleGrant({ source, value, role: 'reader', description })).map(
    ({ code, path }) => [path.join('.'), code],
  )

describe('a grant', () => {
  it.each([
    ['group', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'],
    ['group', '{6F9619FF-8B86-4D01-B42D-00CF4FC964FF}'],
    ['group', 'platform/admins'],
    ['group', 'Everyone-in-platform'],
    ['group', 'Platform team'],
    ['group', 'CN=Store Admins,OU=Groups,DC=example,DC=com'],
    ['role', 'Berth.Admin'],
    ['role', 'system:admin'],
  ] as const)('may be of the %s %s', (source, value) => {
    expect(issuesOf(source, value)).toEqual([])
  })

  it.each([
    // source | value | code
    ['group', '', 'group_format'],
    ['group', 'a, b', 'group_format'],
    ['group', 'a\0', 'control_char'],
    ['group', 'system:authenticated', 'group_reserved'],
    ['group', 'role:admin', 'group_reserved'],
    ['group', 'EVERYONE', 'group_everybody'],
    ['group', 'S-1-5-11', 'group_everybody'],
    ['group', 'Authenticated Users', 'group_everybody'],
    ['group', 'cn=Domain Users,ou=Groups,dc=example', 'group_everybody'],
    ['group', '{00000000-0000-0000-0000-000000000000}', 'group_everybody'],
    ['role', '', 'app_role_format'],
    ['role', 'a b', 'app_role_format'],
    ['role', 'r'.repeat(121), 'app_role_format'],
    ['role', 'röle', 'app_role_format'],
  ] as const)('may not be of the %s %j: %s', (source, value, code) => {
    expect(issuesOf(source, value)).toEqual([['value', code]])
  })

  it('has a description on one line', () => {
    expect(issuesOf('role', 'a', 'x\u0007')).toEqual([['description', 'control_char']])
  })

  it('is compared in lower case by GUIDs alone', () => {
    const grant = { source: 'group', role: 'admin', description: '' } as const
    expect(normaliseRoleGrant({ ...grant, value: 'Platform' }).value).toBe('Platform')
    expect(normaliseRoleGrant({ ...grant, source: 'role', value: 'ABC' }).value).toBe('ABC')
  })
})
