// Who is always an admin: the way into a new installation, and back into one whose grants were lost.
import { z } from 'zod'
import type { RoleGrant } from '#lib/domain/access/access.ts'
import { normaliseRoleGrant, roleGrantIssues } from '#lib/domain/access/role-grant-issues.ts'

/** The entries of the setting, as text. A group's id may hold commas, so an entry ends where the next begins. */
export function adminEntries(text: string): readonly string[] {
  return text.split(/,(?=\s*(?:group|role):)/).map((entry) => entry.trim())
}

/** `group:ID,role:VALUE`, under the same rules as the grants that people make. */
export const adminsSetting = z.string().transform((text, context): readonly RoleGrant[] => {
  const admins = adminEntries(text).map(readAdmin)
  for (const { problems } of admins) {
    for (const message of problems) context.addIssue({ code: 'custom', message })
  }
  return admins.flatMap(({ grant }) => (grant === null ? [] : [grant]))
})

function readAdmin(entry: string): { grant: RoleGrant | null; problems: readonly string[] } {
  const [, source, value = ''] = /^(group|role):(.*)$/.exec(entry) ?? []
  if (source !== 'group' && source !== 'role') {
    return { grant: null, problems: ['must be group:ID or role:VALUE, comma-separated'] }
  }
  const grant = normaliseRoleGrant({ source, value, role: 'admin', description: 'BERTH_ADMINS' })
  return { grant, problems: roleGrantIssues(grant).map(({ reason }) => reason) }
}
