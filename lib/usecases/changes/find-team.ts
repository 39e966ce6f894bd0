import { findObject, type Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Team } from '#lib/domain/objects/objects.ts'

/** The team of a name; null: there is none. */
export function findTeam(fleet: Fleet, name: string): Team | null {
  const found = findObject(fleet, { kind: 'team', team: null, name })?.object
  return found?.kind === 'team' ? found : null
}
