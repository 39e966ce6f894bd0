// Clears a folder that a cluster left, once the cluster has reported that it pulls from its new branch. Berth does that by
// itself, as a change like an admin's.
import { appendAuditEvent } from '#db/queries/audit.ts'
import { insertChange } from '#db/queries/changes.ts'
import { vacateBranch } from '#db/queries/cluster-folders.ts'
import { loadObjects } from '#db/queries/objects.ts'
import { type ProvenMove, provenMoves } from '#db/queries/proven-moves.ts'
import { requestPublications } from '#db/queries/publications.ts'
import { beginRevisions, endRevisions } from '#db/queries/revisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState, type TenantState, writeTenantState } from '#db/queries/tenants.ts'
import { emptyFleet } from '#lib/domain/fleet/fleet.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { startRecording } from '../audit/recording.ts'
import { auditName } from '../audit/subject.ts'
import { type Plan, planClearing } from '../changes/plan.ts'
import { subjectOf } from '../objects/requested-object.ts'
import { storedObject } from '../objects/stored-object.ts'
import type { TenantRepository } from '../repository/tenant-repository.ts'
import type { PublishingServices } from '../services.ts'
import { BERTH, ownOrigin, type TenantIdentity } from '../session.ts'
import { CLEAR_BRANCH, editWithoutEffect } from './clear-branch.ts'
import { leftFolders } from './left-folders.ts'

type Place = {
  readonly services: PublishingServices
  readonly tenant: TenantIdentity
  readonly repository: TenantRepository
}

/**
 * Clears the folder in the transaction, which locks the tenant first, if it is still proven that nothing reads it. Answers
 * the change; null: nothing was cleared.
 */
export async function clearProvenFolder(
  place: Place,
  scope: TenantScope,
  { cluster: id, branch }: ProvenMove,
): Promise<number | null> {
  const state = await readTenantState(scope, { lock: true })
  const move = (await provenMoves(scope, id)).find((each) => each.branch === branch)
  const body = (await loadObjects(scope, 'cluster', { ids: [id] }, null)).get(id)
  if (state.gitStop !== null || move === undefined || body === undefined) return null
  const cluster = storedObject('cluster', body)
  const left = (await leftFolders(scope, [id])).filter((folder) => folder.branch === branch)
  const { repository } = place
  const edit = editWithoutEffect(id, cluster)
  const plan = await planClearing(place, repository, emptyFleet(), edit, left)
  const change = await keepClearing(scope, state, plan, { id, cluster, move })
  await writeDown(scope, cluster, branch, change)
  return change
}

type Cleared = { readonly id: number; readonly cluster: Cluster; readonly move: ProvenMove }

async function keepClearing(
  scope: TenantScope,
  state: TenantState,
  { files, digest }: Plan,
  { id, cluster, move: { branch, home } }: Cleared,
): Promise<number> {
  const change = state.lastChange + 1
  const { placementsTotal } = state
  const none = { added: 0, removed: 0, changed: 0 }
  await insertChange(scope, {
    id: change,
    actor: BERTH,
    action: CLEAR_BRANCH,
    reason: `The cluster reported that it pulls from ${home}`,
    ...none,
    confirmed: false,
    placementsTotal,
    impact: {
      placements: { ...none, kept: 0 },
      applications: 0,
      clusters: 0,
      files: files.counts,
      branches: files.branches,
      branchesTotal: files.branches.length,
      objects: 1,
    },
    digest,
  })
  const { name } = cluster
  await endRevisions(scope, change, [{ kind: 'cluster', object: id }])
  await beginRevisions(scope, change, [
    { kind: 'cluster', object: id, team: null, name, body: objectJson(cluster) },
  ])
  await requestPublications(scope, change, files.branches)
  await vacateBranch(scope, change, id, branch)
  await writeTenantState(scope, { ...state, lastChange: change })
  return change
}

async function writeDown(
  scope: TenantScope,
  { name }: Cluster,
  branch: string,
  change: number,
): Promise<void> {
  const recording = startRecording()
  const object = auditName(subjectOf('cluster'), name)
  recording.add({ object, before: { branch }, after: null, change })
  const said = { actor: BERTH, action: CLEAR_BRANCH, result: 'accepted', code: null } as const
  await appendAuditEvent(scope, { ...ownOrigin, ...recording.told(), ...said })
}
