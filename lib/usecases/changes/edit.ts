import type { ModelRow } from '#db/queries/model.ts'
import { chosenOf } from '#db/queries/decisions.ts'
import { releaseOf } from '#db/queries/releases.ts'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { storedObject } from '../objects/stored-object.ts'

/** An edit of the fleet. `after` must be of the given kind, as the objects of all drafts and stored bodies are. */
export function editOf(kind: Kind, id: number, after: ModelObject | null): Edit {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee above
  return { kind, id, after } as Edit
}

/** A row of the stored model, as the edit that brings a fleet to it. */
export function editOfRow({ kind, object: id, body }: ModelRow): Edit {
  if (kind === 'release') return { kind, id, after: body && releaseOf(body) }
  if (kind === 'decision') {
    return { kind, policy: id, application: body.application, after: chosenOf(body.clusters) }
  }
  return editOf(kind, id, body === null ? null : storedObject(kind, body))
}
