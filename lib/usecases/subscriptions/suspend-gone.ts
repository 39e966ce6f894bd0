// Suspends a subscription whose receiver said that it is gone for good. Berth does that by itself, as a change like a person's.
import { appendAuditEvent } from '#db/queries/audit.ts'
import { insertChange } from '#db/queries/changes.ts'
import { loadObjects } from '#db/queries/objects.ts'
import { beginRevisions, endRevisions } from '#db/queries/revisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState, writeTenantState } from '#db/queries/tenants.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { Subscription } from '#lib/domain/objects/objects.ts'
import { startRecording } from '../audit/recording.ts'
import { auditName } from '../audit/subject.ts'
import { subjectOf } from '../objects/requested-object.ts'
import { storedObject } from '../objects/stored-object.ts'
import { BERTH, ownOrigin } from '../session.ts'

const SUSPEND = 'subscriptions.suspend'
const NOTHING = { added: 0, removed: 0, changed: 0 }

/** In a transaction that locks the tenant first. Answers whether it was suspended: not if it was edited in the meantime. */
export async function suspendGone(
  scope: TenantScope,
  id: number,
  called: Subscription,
): Promise<boolean> {
  const state = await readTenantState(scope, { lock: true })
  const body = (await loadObjects(scope, 'subscription', { ids: [id] }, null)).get(id)
  if (state.gitStop !== null || body === undefined) return false
  const before = storedObject('subscription', body)
  if (before.suspended || before.url !== called.url) return false
  const after = { ...before, suspended: true }
  const change = state.lastChange + 1
  const { placementsTotal } = state
  await insertChange(scope, {
    id: change,
    actor: BERTH,
    action: SUSPEND,
    reason: 'The receiver answered that it is gone (410).',
    ...NOTHING,
    confirmed: false,
    placementsTotal,
    impact: {
      placements: { ...NOTHING, kept: 0 },
      applications: 0,
      clusters: 0,
      files: { added: 0, removed: 0, modified: 0 },
      branches: [],
      branchesTotal: 0,
      objects: 1,
    },
    digest: '',
  })
  const { name, team } = after
  await endRevisions(scope, change, [{ kind: 'subscription', object: id }])
  await beginRevisions(scope, change, [
    { kind: 'subscription', object: id, team, name, body: objectJson(after) },
  ])
  await writeTenantState(scope, { ...state, lastChange: change })
  await writeDown(scope, { before, after, change })
  return true
}

type Suspended = {
  readonly before: Subscription
  readonly after: Subscription
  readonly change: number
}

async function writeDown(scope: TenantScope, { before, after, change }: Suspended): Promise<void> {
  const recording = startRecording()
  const object = auditName(subjectOf('subscription'), after.name)
  recording.add({ object, before: objectJson(before), after: objectJson(after), change })
  const said = { actor: BERTH, action: SUSPEND, result: 'accepted', code: null } as const
  await appendAuditEvent(scope, { ...ownOrigin, ...recording.told(), ...said })
}
