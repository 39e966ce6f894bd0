// A group's id becomes a subject of role bindings on clusters, so only an id that names one group of the identity provider
// is accepted.
import type { Flaw } from '#lib/domain/text/text.ts'

/**
 * Prefixes of groups that people are in without the identity provider: to Kubernetes, system:authenticated is everybody;
 * to Argo CD, a group named like a role, such as role:readonly, is everybody who has that role.
 */
const RESERVED_BY = [
  ['system:', 'Kubernetes'],
  ['role:', 'Argo CD'],
  ['proj:', 'Argo CD'],
] as const
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A group's id that is no GUID. Argo CD writes it into a line of its policy, so it has nothing that Argo CD refuses or that
 * could end the line, such as quotes and line breaks, and no blank at either end, which would be trimmed.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/types.go `validateGroupName`
 */
const PLAIN_GROUP =
  /^[A-Za-z0-9._:/@-](?:[A-Za-z0-9._:/@ =+&()'#\\-]{0,254}[A-Za-z0-9._:/@=+&()'#-])?$/

/**
 * Only a directory's distinguished name has commas, between pairs of name and value. So two groups that somebody writes
 * into one field aren't taken for one.
 * https://www.rfc-editor.org/rfc/rfc4514#section-3
 */
const RELATIVE_NAME = String.raw`[A-Za-z][A-Za-z0-9.-]*=(?:[A-Za-z0-9._:/@ =+&()'#-]|\\[A-Za-z0-9 ,=+&()'#\\])+`
const DISTINGUISHED_NAME = new RegExp(`^${RELATIVE_NAME}(?:, ?${RELATIVE_NAME})+(?<! )$`)
const GROUP_CHARACTERS_MAX = 256

/**
 * The form in which a group's id is compared and stored; null: it isn't one. A GUID becomes lower case without braces.
 * Ids of other identity providers stay as they are, such as a directory's `CN=Admins,OU=Groups,DC=example`.
 */
export function normaliseGroupId(text: string): string | null {
  const bare = /^\{(.*)\}$/.exec(text)?.[1] ?? text
  const guid = bare.toLowerCase()
  if (GUID.test(guid)) return guid
  if (text.length > GROUP_CHARACTERS_MAX) return null
  return PLAIN_GROUP.test(text) || DISTINGUISHED_NAME.test(text) ? text : null
}

/** What is wrong with a group's id, if anything: `group_format` or `group_reserved`. */
export function groupFlaw(id: string): Flaw | null {
  if (normaliseGroupId(id) === null) {
    return {
      code: 'group_format',
      reason:
        "A group is named by its id: a GUID; letters, digits, blanks and . _ : / @ - = + & ( ) ' #; or a directory's name such as CN=Admins,OU=Groups,DC=example; 256 characters at most.",
    }
  }
  const whose = RESERVED_BY.find(([start]) => id.startsWith(start))
  return whose === undefined
    ? null
    : {
        code: 'group_reserved',
        reason: `Groups whose ids start with "${whose[0]}" are reserved by ${whose[1]}.`,
      }
}
