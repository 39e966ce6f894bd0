import { inTenant } from '#db/client.ts'
import { findPerson, type PersonRow } from '#db/queries/people.ts'
import type { FoundTenant } from '#db/queries/tokens.ts'
import { type Rights, rightsOf } from '#lib/domain/access/access.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { accessDirectory } from '../access/directory.ts'
import type { Services } from '../services.ts'
import { freshPerson } from './reread.ts'

export type PersonRights = {
  readonly rights: Rights
  /** Of the identity provider. */
  readonly groups: readonly string[]
  readonly name: string
  readonly email: string | null
  /** Why they may do less than expected, for them to read; null: nothing is wrong. */
  readonly notice: string | null
}

/**
 * What a person may do now, according to what their provider said within the last ten minutes; null: nobody vouches for
 * them.
 */
export async function rightsOfPerson(
  services: Services,
  tenant: FoundTenant,
  subject: string,
): Promise<PersonRights | null> {
  const person = await inTenant(
    services.database,
    tenant.id,
    (tx) => findPerson({ tx, tenant: tenant.id }, subject),
    { readOnly: true },
  )
  return person && rightsOfKnown(services, tenant, person)
}

/** The same, for a person who was just looked up. */
export async function rightsOfKnown(
  services: Services,
  tenant: FoundTenant,
  known: PersonRow,
): Promise<PersonRights | null> {
  const person = await freshPerson(services, tenant, known)
  if (person === null) return null
  const { name, email, groups, rightsState, rightsMessage } = person
  const rights = rightsOf(person, await accessDirectory(services, tenant))
  const notice = rightsState === 'read' ? null : noticeOf(rightsMessage)
  return { rights, groups, name, email, notice }
}

/** A person as one who acts, with the groups that their provider named. */
export function personActor(
  { id, name, email, groups }: Pick<Actor, 'id' | 'name' | 'email' | 'groups'>,
  { role, teams }: Pick<Rights, 'role' | 'teams'>,
): Actor {
  return {
    kind: 'person',
    id,
    name,
    email,
    role,
    teams,
    groups,
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
  }
}

function noticeOf(message: string | null): string {
  return `${message ?? 'Your identity provider could not be asked.'} Until it tells Berth your groups again, you have no rights here.`
}
