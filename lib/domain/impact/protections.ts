// Which protected environments an edit moves something in, and who may move it there.
import { findByName } from '#lib/domain/fleet/shelf.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Environment } from '#lib/domain/objects/objects.ts'

/**
 * Of environments by name those that are protected and name none of somebody's groups, neither as deployers nor as
 * overriders. `fleet` is the one before the edit: one that weakens a protection is held to it.
 */
export function closedEnvironments(
  fleet: Pick<Fleet, 'environments'>,
  names: Iterable<string>,
  groups: readonly string[],
): readonly Environment[] {
  return [...names].flatMap((name) => {
    const environment = findByName(fleet.environments, name)?.object
    if (!environment?.protected) return []
    const { deployers, overriders } = environment
    return [...deployers, ...overriders].some(({ id }) => groups.includes(id)) ? [] : [environment]
  })
}

/** Whether one of somebody's groups may override what stops a save in an environment; one that nobody described has none. */
export function isOverriderOf(
  fleet: Pick<Fleet, 'environments'>,
  name: string,
  groups: readonly string[],
): boolean {
  const overriders = findByName(fleet.environments, name)?.object.overriders ?? []
  return overriders.some(({ id }) => groups.includes(id))
}
