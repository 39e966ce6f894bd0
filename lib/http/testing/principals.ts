// The principals in the tests of permissions, as the domain sees them.
import type { Actor } from '#lib/domain/access/actor.ts'
import { actorOf } from '#lib/domain/testing/actors.ts'
import { cluster } from './bodies.ts'

export const principals = [
  'admin',
  'contributor',
  'reader',
  'contributor of the team',
  'reader of the team',
  'contributor of another team',
  'a cluster',
  'admin of another tenant',
  'nobody',
] as const
export type Principal = (typeof principals)[number]

/** What each may do in the tenant that is asked; null: no session there. */
export const actors: Readonly<Record<Principal, Actor | null>> = {
  admin: actorOf({ role: 'admin' }),
  contributor: actorOf({ role: 'contributor' }),
  reader: actorOf({ role: 'reader' }),
  'contributor of the team': actorOf({ teams: new Map([['ieb', 'contributor']]) }),
  'reader of the team': actorOf({ teams: new Map([['ieb', 'reader']]) }),
  'contributor of another team': actorOf({ teams: new Map([['other', 'contributor']]) }),
  'a cluster': actorOf({ cluster: cluster.name }),
  'admin of another tenant': null,
  nobody: null,
}
