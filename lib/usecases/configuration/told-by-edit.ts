// What an application is told on a cluster before and after an edit that somebody tries.
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import { type Knowledge, type Provenance, provenanceOn } from '#lib/domain/fleet/provenance.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import type { ResolvedDraft } from '../changes/drafts.ts'
import type { PairName } from '../changes/write-options.ts'
import { type Context, notFound } from '../define.ts'
import { knowledgeOf } from './knowledge.ts'

type Fleets = { readonly before: Fleet; readonly after: Fleet }

/** Null: the application or the cluster isn't there. */
export type ToldByEdit = {
  readonly before: Provenance | null
  readonly after: Provenance | null
}

/** Refused, as if neither was there, where the application may not be read. */
export function toldBeforeAndAfter(
  context: Context,
  pair: PairName,
  fleets: Fleets,
  drafts: readonly ResolvedDraft[],
): ToldByEdit {
  context.authorize('read', { kind: 'application', team: pair.namespace })
  const before = toldIn(fleets.before, pair, knowledgeOf(context, fleets.before))
  const after = toldIn(fleets.after, pair, knowledgeAfter(context, fleets.after, drafts))
  if (before === null && after === null) throw notFound()
  return { before, after }
}

function toldIn(
  fleet: Fleet,
  { namespace, application, cluster }: PairName,
  knowledge: Knowledge,
): Provenance | null {
  const app = findObject(fleet, { kind: 'application', team: namespace, name: application })
  const there = findObject(fleet, { kind: 'cluster', team: null, name: cluster })
  return app && there && provenanceOn(fleet, app.id, there.id, knowledge)
}

/** What an edit makes has no change yet. */
function knowledgeAfter(
  context: Context,
  after: Fleet,
  drafts: readonly ResolvedDraft[],
): Knowledge {
  const known = knowledgeOf(context, after)
  const drafted = new Map<ModelObject, ResolvedDraft>(
    drafts.flatMap((draft) => (draft.after ? [[draft.after, draft] as const] : [])),
  )
  return {
    mayRead: known.mayRead,
    beganOf: (object) => {
      const draft = drafted.get(object)
      if (draft === undefined) return known.beganOf(object)
      return draft.isEdit ? null : known.beganOf(draft.before ?? object)
    },
  }
}
