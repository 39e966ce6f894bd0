// The people of the demo: one for each kind of role, without a provider and without passwords.
import type { Actor, TenantRole } from '#lib/domain/actor.ts'
import type { TeamRole } from '#lib/domain/objects.ts'
import type { Environment } from '#lib/env.ts'

export type DemoPerson = {
  readonly name: string
  readonly email: string
  readonly role: TenantRole | null
  readonly teams: ReadonlyMap<string, TeamRole>
  /** What signing in as them is good for. */
  readonly description: string
}

export const demoPeople: readonly DemoPerson[] = [
  {
    name: 'Ada Admin',
    email: 'ada.admin@example.com',
    role: 'admin',
    teams: new Map(),
    description: 'Runs the platform: clusters, teams, every policy',
  },
  {
    name: 'Cory Contributor',
    email: 'cory.contributor@example.com',
    role: 'contributor',
    teams: new Map(),
    description: 'Edits the applications and policies of every team',
  },
  {
    name: 'Ines of ieb',
    email: 'ines@example.com',
    role: null,
    teams: new Map([['ieb', 'contributor']]),
    description: 'Deploys the applications of the team ieb, and sees no other team',
  },
  {
    name: 'Rita Reader',
    email: 'rita.reader@example.com',
    role: 'reader',
    teams: new Map(),
    description: 'Audits: reads everything, changes nothing',
  },
  {
    name: 'Nils Newcomer',
    email: 'nils.newcomer@example.com',
    role: null,
    teams: new Map(),
    description: 'Is new here: has no role yet, and asks for a team',
  },
]

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Whether nobody but this machine can reach the portal; else the demo asks for a token. */
export function answersThisMachineAlone({ host }: Pick<Environment, 'host'>): boolean {
  return LOOPBACK.includes(host)
}

const ID_PREFIX = 'demo:'

export function demoPersonId({ name }: DemoPerson): string {
  return `${ID_PREFIX}${name}`
}

/** The actor that a demo person's id stands for; null: it is none of theirs. */
export function demoActor(id: string): Actor | null {
  const person = demoPeople.find((known) => demoPersonId(known) === id)
  if (!person) return null
  const { name, email, role, teams } = person
  return { kind: 'person', id, name, email, role, teams, cluster: null }
}
