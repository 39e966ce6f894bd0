// What was chosen before a change that is taken back: without it others would be picked in its place, and a scheduler's choice
// would be gone until it decides again. What was said of it comes back, too.
import {
  type ChangedDecision,
  type DeletedObject,
  readChangedDecisions,
  readDeleted,
} from '#db/queries/decisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { DecisionReasons } from '#db/schema/decision.ts'
import { decisionOf, isSameDecision } from '#lib/domain/fleet/fleet-decisions.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import { candidatesOf } from '#lib/domain/fleet/reaching.ts'
import { needsDecision } from '#lib/domain/objects/target-policy/needs-decision.ts'
import { type Bits, bitsOf, hasBit, idsIn } from '#lib/domain/sets/bits.ts'
import type { DecidedEdit } from '../changes/decision-edits.ts'
import type { Submission } from '../changes/submission.ts'

/**
 * What a change decided that edited objects, too. An object that comes back is a new one. Where somebody decided since, that
 * stays, and so does what was decided for the first time: it goes with what it was decided for.
 */
export async function returnedDecisions(
  scope: TenantScope,
  change: number,
): Promise<NonNullable<Submission['decisions']>> {
  const all = await readChangedDecisions(scope, change)
  const changed = all.filter(({ was }) => was !== null)
  const deleted = changed.length === 0 ? [] : await readDeleted(scope, change)
  return (fleet) => {
    const idNow = idsNow(fleet, deleted)
    return changed.flatMap((decision) => returned(fleet, decision, idNow))
  }
}

/** What a change decided and did nothing else, of objects that are still there. */
export function decisionsBefore(
  fleet: Fleet,
  changed: readonly ChangedDecision[],
): readonly DecidedEdit[] {
  return changed.flatMap((decision) => returned(fleet, decision, (_, id) => id))
}

type IdNow = (kind: DeletedObject['kind'], id: number) => number | null

/** The id that an object from before the change has by now; null: it isn't there. */
function idsNow(fleet: Fleet, deleted: readonly DeletedObject[]): IdNow {
  const again = new Map(
    deleted.map(({ kind, object, team, name }) => {
      const ref = { kind, team: kind === 'application' ? team : null, name }
      return [`${kind} ${object}`, findObject(fleet, ref)?.id ?? null]
    }),
  )
  return (kind, id) => {
    const known = again.get(`${kind} ${id}`)
    return known === undefined ? id : known
  }
}

function returned(
  fleet: Fleet,
  { policy, application, was, reasons, became }: ChangedDecision,
  idNow: IdNow,
): DecidedEdit[] {
  const key = {
    policy: idNow('target-policy', policy),
    application: idNow('application', application),
  }
  const rule = key.policy === null ? undefined : fleet.rules[key.policy]
  if (rule === undefined || key.application === null || !needsDecision(rule.policy)) return []
  const now = decisionOf(fleet, rule.id, key.application)
  if (!isSameDecision(now, became)) return []
  const ids = was && idsIn(was).flatMap((id) => idNow('cluster', id) ?? [])
  const candidates = candidatesOf(fleet, rule, key.application)
  return [
    {
      kind: 'decision',
      policy: rule.id,
      application: key.application,
      after: ids && bitsOf(ids),
      reasons: reasons && reasonsOf(candidates, reasons, idNow),
    },
  ]
}

/** Of clusters that may be chosen again. */
function reasonsOf(
  candidates: Bits,
  { by, clusters }: DecisionReasons,
  idNow: IdNow,
): DecisionReasons {
  const again = Object.entries(clusters).flatMap(([id, reason]) => {
    const now = idNow('cluster', Number(id))
    return now !== null && hasBit(candidates, now) ? [[String(now), reason] as const] : []
  })
  return { by, clusters: Object.fromEntries(again) }
}
