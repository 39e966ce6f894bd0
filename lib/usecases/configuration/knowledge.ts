// What somebody may see of the configs and schemas of a fleet, and since which change these are as they are.
import { can } from '#lib/domain/access/permissions.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { Knowledge } from '#lib/domain/fleet/provenance.ts'
import type { Context } from '../define.ts'
import { resourceAmong } from '../objects/concerning.ts'

/** `fleet`: by which teams are concerned. */
export function knowledgeOf({ actor, services }: Context, fleet: Fleet): Knowledge {
  return {
    mayRead: (object) => can(actor, 'read', resourceAmong(fleet, actor, object)),
    beganOf: (object) => services.fleets.beganOf(object),
  }
}
