// The claims of a verified ID token or access token as an identity. One claim that isn't exactly what it must be refuses the
// whole token: nothing is guessed, and a wrong type never means "none" or "all".
import { z } from 'zod'
import type { ClaimedGroups, Identity } from '#lib/domain/access/identity.ts'
import { normaliseGroupId } from '#lib/domain/objects/team/group-id.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import { guid, listOf } from './guid.ts'
import { readShape } from './shape.ts'

/** Far above the 200 that Microsoft Entra ID puts into a token. */
const ITEMS_MAX = 2048
const DISPLAY_CHARACTERS_MAX = 200

const roles = listOf(z.string().min(1).max(256), ITEMS_MAX)

const entraClaims = z.object({
  tid: guid,
  oid: guid,
  groups: listOf(guid, ITEMS_MAX).optional(),
  roles: roles.optional(),
  hasgroups: z.boolean().optional(),
  _claim_names: z.object({ groups: z.string().min(1).optional() }).optional(),
})

/**
 * An identity from the claims of a token of Microsoft Entra ID. If the token says that not all groups fit into it, they are
 * `overage`, whatever else it lists. The address that it names for asking Graph is never read.
 *
 * https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference `groups`, `hasgroups`, `_claim_names`
 */
export function readEntraClaims(claims: unknown): Checked<Identity> {
  const shape = readShape(entraClaims, claims)
  if (!shape.ok) return shape
  const { tid, oid, groups, roles, hasgroups, _claim_names } = shape.value
  const isOverage = hasgroups === true || _claim_names?.groups !== undefined
  return accepted({
    subject: { provider: 'entra', tenant: tid, object: oid },
    ...displayOf(claims),
    groups: isOverage ? { kind: 'overage' } : known(groups ?? []),
    roles: [...new Set(roles)],
  })
}

/** OpenID Connect Core 1.0, section 2: an issuer has no query and no fragment, a subject has 255 ASCII characters at most. */
const issuer = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[\x21-\x7e]+$/, 'This must be the address of an issuer')
  .regex(/^[^?#]*$/, 'This must be the address of an issuer')
const subject = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/, 'This must be a subject')

/**
 * Makes the reader for another OpenID Connect provider. `groupsClaim` is the claim that lists groups; null: nobody has any.
 * A group whose text can't be a group's id here is left out: no team can name it.
 */
export function oidcClaimsReader(
  groupsClaim: string | null,
): (claims: unknown) => Checked<Identity> {
  const subjectClaims = z.object({ iss: issuer, sub: subject })
  const groupList = listOf(z.string(), ITEMS_MAX).optional()
  const groupClaims = groupsClaim === null ? z.object({}) : z.object({ [groupsClaim]: groupList })
  return (claims) => {
    const subjectShape = readShape(subjectClaims, claims)
    if (!subjectShape.ok) return subjectShape
    const groupShape = readShape(groupClaims, claims)
    if (!groupShape.ok) return groupShape
    const { iss, sub } = subjectShape.value
    const named = Object.values(groupShape.value).flat()
    return accepted({
      subject: { provider: 'oidc', issuer: iss, subject: sub },
      ...displayOf(claims),
      groups: known(named.flatMap((group) => normaliseGroupId(group ?? '') ?? [])),
      roles: [],
    })
  }
}

function known(ids: readonly string[]): ClaimedGroups {
  return { kind: 'known', ids: [...new Set(ids)] }
}

const displayClaims = z
  .object({
    name: z.string().catch(''),
    email: z.string().catch(''),
    preferred_username: z.string().catch(''),
  })
  .catch({ name: '', email: '', preferred_username: '' })

/** What is only displayed grants nothing, so it may be missing or wrong. */
function displayOf(claims: unknown): Pick<Identity, 'name' | 'email'> {
  const { name, email, preferred_username } = displayClaims.parse(claims)
  const address = [email, preferred_username].find((text) =>
    /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(text),
  )
  return { name: shown(name), email: address === undefined ? null : shown(address) }
}

/** One line without invisible characters and those that reverse others. */
function shown(text: string): string | null {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return Array.from(line).slice(0, DISPLAY_CHARACTERS_MAX).join('').trim() || null
}
