// The people of the demo as those who made its history: the same actors that they are once they sign in.
import type { Actor } from '#lib/domain/access/actor.ts'
import { subjectId } from '#lib/domain/access/identity.ts'
import type { Environment } from '#lib/settings/env.ts'
import { demoPeople } from '../people.ts'
import { demoIssuerUrl } from '../sign-in.ts'

const RIGHTS = {
  ada: { role: 'admin', teams: new Map() },
  cory: { role: 'contributor', teams: new Map() },
  ines: { role: null, teams: new Map([['ieb', 'contributor']]) },
} as const satisfies Readonly<Record<string, Pick<Actor, 'role' | 'teams'>>>

export type Maker = keyof typeof RIGHTS

export function actorOf(maker: Maker, environment: Pick<Environment, 'port'>): Actor {
  const { id, name, email, groups } = demoPeople.find(({ id }) => id === maker)!
  const subject = { provider: 'oidc', issuer: demoIssuerUrl(environment), subject: id } as const
  return {
    kind: 'person',
    id: subjectId(subject),
    name,
    email,
    groups,
    cluster: null,
    registers: false,
    announces: null,
    schedules: null,
    tellsOfRepository: false,
    ...RIGHTS[maker],
  }
}
