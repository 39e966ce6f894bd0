// Everything that can be wrong with one grant of a role, taken alone. A group that contains everybody of an organisation
// can't give a role: one mistake would make each of them an admin.
import { groupFlaw, normaliseGroupId } from '#lib/domain/objects/team/group-id.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues, type Flaw, grammarIssues } from '#lib/domain/text/text.ts'
import type { RoleGrant } from './access.ts'

/**
 * Groups that contain everybody, by the ids that providers give them, in lower case: the security identifiers of Windows
 * (Everyone, Anonymous, Authenticated Users, Users) and the names of such groups in a directory, Okta's Everyone,
 * Google's, and GUIDs that name nothing.
 *
 * https://learn.microsoft.com/en-us/windows-server/identity/ad-ds/manage/understand-security-identifiers
 */
const EVERYBODY = new Set([
  's-1-1-0',
  's-1-5-7',
  's-1-5-11',
  's-1-5-32-545',
  'everyone',
  'allusers',
  'allauthenticatedusers',
  'authenticated',
  'all users',
  'authenticated users',
  'domain users',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
])

/** The grant in the one form that is compared and stored. */
export function normaliseRoleGrant(grant: RoleGrant): RoleGrant {
  if (grant.source === 'role') return grant
  return { ...grant, value: normaliseGroupId(grant.value) ?? grant.value }
}

/** Every issue of a grant in its one form, with the API's field names in the paths. */
export function roleGrantIssues({ source, value, description }: RoleGrant): readonly Issue[] {
  return [
    ...grammarIssues(value, ['value'], source === 'group' ? grantedGroupFlaw : appRoleFlaw),
    ...descriptionIssues(description),
  ]
}

function grantedGroupFlaw(id: string): Flaw | null {
  const flaw = groupFlaw(id)
  const name = /^cn=([^,]+)/i.exec(id)?.[1] ?? id
  if (flaw !== null || !EVERYBODY.has(name.toLowerCase())) return flaw
  return { code: 'group_everybody', reason: 'Everybody is in this group: it can give no role.' }
}

/** https://learn.microsoft.com/en-us/entra/identity-platform/howto-add-app-roles-in-apps */
function appRoleFlaw(value: string): Flaw | null {
  if (/^[\x21-\x7e]{1,120}$/.test(value)) return null
  return {
    code: 'app_role_format',
    reason: 'An app role is named by its value: 1 to 120 visible ASCII characters, no blanks.',
  }
}
