// What sign-in needs of the directory that knows everybody's groups, for tokens that have no room for them.
import type { EntraSubject } from '#lib/domain/access/identity.ts'

export type GroupFailure =
  /** The directory says that there is no such person: they were deleted, not just hidden. */
  | 'absent'
  /** It does not let Berth ask: an administrator must act. */
  | 'refused'
  /** It is busy for longer than a person waits. */
  | 'throttled'
  | 'timeout'
  | 'unreachable'
  /** What it answers is not what was asked for. */
  | 'unreadable'
  | 'too_many'

/** All groups of a person, or why they are not known: then there are none, and never earlier ones. */
export type GroupReading =
  | { readonly outcome: 'read'; readonly ids: readonly string[] }
  | Unavailable

export type Unavailable = {
  readonly outcome: 'unavailable'
  readonly reason: GroupFailure
  /** For people to read; holds nothing secret. */
  readonly message: string
}

export type GroupReader = {
  /** Group ids in lower case, nested groups included. */
  readGroups(person: EntraSubject): Promise<GroupReading>
}

const MESSAGES: Readonly<Record<GroupFailure, string>> = {
  absent: 'Microsoft Entra ID knows no such person any more.',
  refused:
    'Microsoft Entra ID does not let Berth read groups: an administrator must check its client id, secret and permissions.',
  throttled: 'Microsoft Entra ID is busy right now.',
  timeout: 'Microsoft Graph did not answer in time.',
  unreachable: 'Microsoft Graph could not be reached.',
  unreadable: 'Microsoft Graph gave an answer that makes no sense.',
  too_many: 'This person is in more groups than Microsoft Graph tells of.',
}

export function unavailable(reason: GroupFailure): Unavailable {
  return { outcome: 'unavailable', reason, message: MESSAGES[reason] }
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Throws when an id is no GUID, before it can become part of an address. */
export function requireGuid(id: string): string {
  if (!GUID.test(id)) throw new Error(`Not a GUID in lower case: ${JSON.stringify(id)}`)
  return id
}
