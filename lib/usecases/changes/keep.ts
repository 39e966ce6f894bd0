// Stores a plan: revisions, labels, decisions, placements, branches, the change itself and its publications, in one transaction.
import { bumpAccessVersion } from '#db/queries/access.ts'
import { type ChangeObject, insertChangeObjects } from '#db/queries/change-objects.ts'
import { insertChange } from '#db/queries/changes.ts'
import { placeClustersOnBranches } from '#db/queries/cluster-branches.ts'
import { wakeHolds } from '#db/queries/holds.ts'
import { beginPlacements, endPlacements } from '#db/queries/placements.ts'
import { beginTargets, endTargets } from '#db/queries/placement-targets.ts'
import { requestPublications } from '#db/queries/publications.ts'
import { beginRevisions, endRevisions, replaceLabels } from '#db/queries/revisions.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { type TenantState, writeTenantState } from '#db/queries/tenants.ts'
import type { ApplicationImpact } from '#lib/domain/impact/impact.ts'
import { findByName } from '#lib/domain/fleet/shelf.ts'
import { movedEnvironments, movedObjects } from '#lib/domain/impact/moved-objects.ts'
import { movedTargets } from '#lib/domain/impact/moved-targets.ts'
import { isLabelled, isPlaced } from '#lib/domain/objects/kinds.ts'
import { labelsOf, objectJson } from '#lib/domain/objects/object-json.ts'
import { ownerOf } from '#lib/domain/objects/objects.ts'
import { idsIn } from '#lib/domain/sets/bits.ts'
import { isBootstrapAnother } from '#lib/domain/reconcilers/reconcilers.ts'
import { passFailPoint } from '#lib/runtime/fail-point.ts'
import type { Context } from '../define.ts'
import { askSchedulers } from '../decisions/ask-again.ts'
import { markWaiting } from '../dependencies/marks.ts'
import { announce } from '../live/announce.ts'
import { keepSecrets } from '../objects/kept-secrets.ts'
import { type BranchLayout, branchSetting } from '../repository/tenant-repository.ts'
import { markAfterEdit } from '../rollouts/auto-marks.ts'
import { followedNamespace, requireSameArgocdNamespace } from '../tenants/argocd-setting.ts'
import { requireSameBranches } from '../tenants/branch-setting.ts'
import { isOfDecision, keepDecisions } from './decision-edits.ts'
import type { ResolvedDraft } from './drafts.ts'
import type { ImpactDocument } from './impact-document.ts'
import { columnsOf } from './pair-columns.ts'
import { branchOfCluster, type Plan } from './plan.ts'
import { isOfRelease, keepReleases } from './release-edits.ts'
import { DECIDING, wakeRollouts } from './rollout-references.ts'
import { overridesOf } from './stops.ts'
import type { Submission } from './submission.ts'

export type KeptChange = { readonly id: number; readonly at: Date }

/** Writes the plan as the tenant's next change; the fleet in memory is updated once the transaction is committed. */
export async function keepPlan(
  context: Context,
  state: TenantState,
  plan: Plan,
  document: ImpactDocument,
  submission: Submission,
): Promise<KeptChange> {
  const { scope, actor, services, tenant } = context
  const { action, options, ownReason, reverts } = submission
  requireSameBranches(state, plan.repository, tenant.name)
  requireSameArgocdNamespace(state, services.environment, tenant.name)
  const id = state.lastChange + 1
  const { added, removed, changed } = plan.impact.counts.placements
  const placementsTotal = state.placementsTotal + added - removed
  const at = await insertChange(scope, {
    id,
    actor,
    action,
    reason: options.reason ?? ownReason ?? null,
    removed,
    added,
    changed,
    confirmed: removed > 0 && options.confirmRemovals === removed,
    environments: [...movedEnvironments(plan.impact)],
    placementsTotal,
    impact: keptImpact(document, plan, submission),
    reverts,
    digest: plan.digest,
  })
  const edited = plan.drafts.filter(({ isEdit }) => isEdit)
  const begun = edited.flatMap(({ after }) => (after ? [after] : []))
  const vacated: string[] = []
  for (const batch of batchesOf(edited)) {
    vacated.push(...(await keepObjects(context, plan.repository, id, batch)))
  }
  for (const batch of batchesOf(objectsOf(edited, plan, submission))) {
    await insertChangeObjects(scope, id, batch)
  }
  for (const draft of edited) await keepSecrets(scope, services.sealing, draft)
  // A team's groups decide who has rights through it.
  if (edited.some(({ kind }) => kind === 'team')) await bumpAccessVersion(scope)
  passFailPoint('F2')
  await keepChosen(scope, id, plan)
  for (const pairs of pairsOf(plan, ({ removed }) => removed)) await endPlacements(scope, id, pairs)
  for (const pairs of pairsOf(plan, ({ added }) => added)) await beginPlacements(scope, id, pairs)
  await keepTargets(scope, id, plan)
  await wakeWaiting(scope, id, plan)
  await requestPublications(scope, id, [...new Set([...plan.files.branches, ...vacated])])
  passFailPoint('F3')
  await writeTenantState(scope, {
    lastChange: id,
    placementsTotal,
    branchPattern: branchSetting(plan.repository),
    argocdNamespace: followedNamespace(plan.after, services.environment),
  })
  context.afterCommit(() => services.fleets.keep(scope.tenant, id, plan.after, begun))
  announce(context, 'changes', id)
  return { id, at }
}

/** Stores which versions and which clusters were chosen. */
async function keepChosen(scope: TenantScope, change: number, plan: Plan): Promise<void> {
  for (const batch of batchesOf(plan.edits.filter(isOfRelease))) {
    await keepReleases(scope, change, batch)
  }
  for (const batch of batchesOf(plan.edits.filter(isOfDecision))) {
    await keepDecisions(scope, change, plan.impact, batch)
  }
}

/** Has Berth look again at what may go on by itself because of the change. */
async function wakeWaiting(scope: TenantScope, change: number, plan: Plan): Promise<void> {
  const edited = plan.drafts.filter(({ isEdit }) => isEdit)
  await wakeRollouts(scope, edited, plan)
  if (edited.some(({ kind }) => DECIDING.includes(kind))) await wakeHolds(scope)
  await markAfterEdit(scope, edited, plan.impact)
  await markWaiting(scope, plan)
  await askSchedulers(scope, change, plan)
}

// The data of a statement is in memory several times over, so a wide edit is stored by several statements.
const OBJECTS_IN_A_STATEMENT = 5_000

function* batchesOf<T>(objects: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < objects.length; from += OBJECTS_IN_A_STATEMENT) {
    yield objects.slice(from, from + OBJECTS_IN_A_STATEMENT)
  }
}

/** The applications, clusters and teams that the change edited, moved or touched, and the clusters of types that it edited, each once. */
function objectsOf(
  edited: readonly ResolvedDraft[],
  plan: Plan,
  { touches = [] }: Pick<Submission, 'touches'>,
): readonly ChangeObject[] {
  const moved = movedObjects(plan.impact)
  const retyped = idsIn(plan.impact.retyped).map((id) => ({ kind: 'cluster' as const, id }))
  const others = [...edited, ...withTeams(plan, touches), ...retyped].filter(({ kind }) =>
    isPlaced(kind),
  )
  const all = [
    ...moved,
    ...others.map(({ kind, id }) => ({ kind, id, added: 0, removed: 0, changed: 0 })),
  ]
  return [...Map.groupBy(all, ({ kind, id }) => `${kind} ${id}`).values()].map(([first]) => first!)
}

type Touched = NonNullable<Submission['touches']>

/** What is touched, what is decided for, and the teams of these applications, whose members may see the change. */
function withTeams({ edits, after }: Plan, touches: Touched): Touched {
  const decided = edits.filter(isOfDecision).map(({ application }) => application)
  const touched = touches.flatMap(({ kind, id }) => (kind === 'application' ? [id] : []))
  const applications = [...new Set([...decided, ...touched])]
  const teams = new Set(applications.flatMap((id) => after.applications.slots[id]?.team ?? []))
  return [
    ...touches,
    ...applications.map((id) => ({ kind: 'application' as const, id })),
    ...[...teams].map((name) => ({ kind: 'team' as const, id: findByName(after.teams, name)!.id })),
  ]
}

/** Stores the drafted objects; also answers the branches on which deleted clusters had left folders. */
async function keepObjects(
  { scope }: Context,
  layout: BranchLayout,
  change: number,
  drafts: readonly ResolvedDraft[],
): Promise<string[]> {
  const ended = drafts.filter(({ before }) => before !== null)
  await endRevisions(
    scope,
    change,
    ended.map(({ kind, id }) => ({ kind, object: id })),
  )
  const begun = drafts.flatMap(({ kind, id, after }) => (after ? [{ kind, id, after }] : []))
  await beginRevisions(
    scope,
    change,
    begun.map(({ kind, id, after }) => ({
      kind,
      object: id,
      team: ownerOf(after),
      name: after.name,
      body: objectJson(after),
    })),
  )
  await replaceLabels(
    scope,
    change,
    drafts.flatMap(({ kind, id, after }) =>
      isLabelled(kind)
        ? [{ kind, object: id, labels: after === null ? new Map() : labelsOf(after) }]
        : [],
    ),
  )
  return placeClustersOnBranches(
    scope,
    change,
    drafts.flatMap(({ kind, id, after }) => {
      if (kind !== 'cluster') return []
      return [
        { cluster: id, branch: after?.kind === 'cluster' ? branchOfCluster(layout, after) : null },
      ]
    }),
  )
}

function pairsOf(
  { impact }: Plan,
  select: (application: ApplicationImpact) => ApplicationImpact['added'],
) {
  return columnsOf(
    impact.applications.map((each) => ({ application: each.id, clusters: select(each) })),
  )
}

/** Stores which targets placements have from now on. What a pair had ends before it has another. */
async function keepTargets(scope: TenantScope, change: number, { impact }: Plan): Promise<void> {
  const { ended, begun } = movedTargets(impact)
  for (const pairs of columnsOf(ended)) await endTargets(scope, change, pairs)
  for (const { parts, ...pairs } of columnsOf(begun)) {
    await beginTargets(scope, change, { ...pairs, targets: parts.map(({ target }) => target) })
  }
}

/** Whether the edit replaced whatever was there, without a precondition; the history tells. */
function isUnconditional({ verb, precondition }: Submission['drafts'][number]): boolean {
  return verb === 'replace' && precondition === '*'
}

/** What the history stores of an impact, and of what was submitted. */
function keptImpact(document: ImpactDocument, plan: Plan, submission: Submission) {
  const { drafts, rollback, rollout, released, reverts } = submission
  const overrides = overridesOf(document, submission).map(({ code, name, by, reason }) => ({
    code,
    name,
    by,
    reason,
  }))
  return {
    ...summaryOf(document, plan),
    ...(drafts.some(isUnconditional) && { unconditional: true }),
    ...(overrides.length > 0 && { overrides }),
    ...(rollback && { rollback }),
    ...(rollout && { rollout }),
    ...(released && { released }),
    ...(reverts !== undefined && { reverts }),
  }
}

/** Its pairs are the placements that the change began and ended. */
function summaryOf(document: ImpactDocument, { drafts, impact }: Plan) {
  const { placements, applications, clusters, files, branches, branchesTotal } = document
  const objects = drafts.filter(({ isEdit }) => isEdit).length
  const bootstraps = impact.clusters.filter(
    ({ before, after }) => before && after && isBootstrapAnother(before, after),
  ).length
  return {
    placements,
    applications,
    clusters,
    files,
    branches,
    branchesTotal,
    objects,
    ...(bootstraps > 0 && { bootstraps }),
  }
}
