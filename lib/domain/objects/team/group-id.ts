// A group's id ends as a subject in role bindings on clusters, so only ids that mean one group of the identity provider are
// accepted.
import type { Flaw } from '#lib/domain/text/text.ts'

/**
 * What ids of groups start with that others give to people by themselves. To Kubernetes system:authenticated is everybody;
 * to Argo CD a group of the name of a role, such as role:readonly, is everybody who has that role.
 */
const RESERVED_BY = [
  ['system:', 'Kubernetes'],
  ['role:', 'Argo CD'],
  ['proj:', 'Argo CD'],
] as const
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * What a group's id other than a GUID may hold: nothing that Argo CD refuses or that could end the line of rights that it
 * makes of it, such as quotes and line breaks; and no blank at either end, which a reader of that line cuts off.
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/types.go `validateGroupName`
 */
const PLAIN_GROUP =
  /^[A-Za-z0-9._:/@-](?:[A-Za-z0-9._:/@ =+&()'#\\-]{0,254}[A-Za-z0-9._:/@=+&()'#-])?$/

/**
 * With commas it is a directory's distinguished name, a name and a value before each comma; so two groups that somebody
 * writes into one field are not taken for one.
 * https://www.rfc-editor.org/rfc/rfc4514#section-3
 */
const RELATIVE_NAME = String.raw`[A-Za-z][A-Za-z0-9.-]*=(?:[A-Za-z0-9._:/@ =+&()'#-]|\\[A-Za-z0-9 ,=+&()'#\\])+`
const DISTINGUISHED_NAME = new RegExp(`^${RELATIVE_NAME}(?:, ?${RELATIVE_NAME})+(?<! )$`)
const GROUP_CHARACTERS_MAX = 256

/**
 * A group's id in the one form in which it is compared and stored, or null when it is none: a GUID in lower case without
 * braces, or what other identity providers name groups by, a directory's `CN=Admins,OU=Groups,DC=example` among them.
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
