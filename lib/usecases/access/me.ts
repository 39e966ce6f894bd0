// The caller, as Berth sees them: what they may do, what gave it to them, and why it may be less than they expect.
import { findMemberships } from '#db/queries/access.ts'
import { type Because, type Memberships, rightsOf } from '#lib/domain/access/access.ts'
import { type Actor, principalOf } from '#lib/domain/access/actor.ts'
import { asked, defineRead } from '../define.ts'

import { readDirectory } from './directory.ts'

export type Me = {
  readonly tenant: string
  readonly actor: Actor
  /** Empty for a token that no person made, which has rights of its own. */
  readonly because: readonly Because[]
  /** What the identity provider says of a person; null: it doesn't know the caller. */
  readonly memberships: Memberships | null
}

export const readMeUseCase = defineRead<null, Me>({
  name: 'access.me',
  load: ({ actor }) => asked({ kind: 'person', principal: principalOf(actor) }),
  run: async ({ services, tenant, scope, actor }) => {
    const memberships = await findMemberships(scope, actor)
    const because = memberships
      ? rightsOf(memberships, await readDirectory(services, scope, tenant.name)).because
      : []
    return { tenant: tenant.name, actor, because, memberships }
  },
})
