// Who may do what an environment or a freeze stops, told to whoever is stopped.
import { groupName } from '#lib/domain/access/group-name.ts'
import { can } from '#lib/domain/access/permissions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import type { Context } from '../define.ts'
import { readDirectory } from './directory.ts'

/** An environment with some of the groups that it names, as whoever asks may read them. */
export type Naming = (environment: string, groups: Environment['overriders']) => string

const NAMED_MAX = 5

/** Groups are named as people call them, to whoever may read environments; to anybody else the environment alone is. */
export async function readNaming({
  services,
  scope,
  tenant,
  actor,
}: Pick<Context, 'services' | 'scope' | 'tenant' | 'actor'>): Promise<Naming> {
  if (!can(actor, 'read', { kind: 'environment' })) return (environment) => environment
  const directory = await readDirectory(services, scope, tenant.name)
  return (environment, groups) => {
    const names = new Set(groups.map(({ id }) => groupName(directory, id)))
    return `${environment} (${fewNamed([...names], NAMED_MAX)})`
  }
}

/** Who may pass what stops something in some environments: admins, and who is an overrider of each of these. */
export function overriderWords(
  fleet: Pick<Fleet, 'environments'>,
  environments: readonly string[],
  naming: Naming,
): string {
  const named = environments.flatMap((name) => {
    const overriders = findByName(fleet.environments, name)?.object.overriders ?? []
    return overriders.length === 0 ? [] : [naming(name, overriders)]
  })
  if (named.length === 0 || named.length < environments.length) return 'Admins'
  const all = named.length === 1 ? '' : 'all of '
  return `Admins and the overriders of ${all}${fewNamed(named, NAMED_MAX)}`
}

/** Who may do what moves something in a protected environment. */
export function deployersSentence(
  { name, deployers, overriders }: Environment,
  naming: Naming,
): string {
  const groups = [...deployers, ...overriders]
  if (groups.length === 0) return 'Admins may do this with a reason.'
  return `The deployers and overriders of ${naming(name, groups)} may do this, and admins with a reason.`
}
