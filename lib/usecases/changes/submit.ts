// The one path of every edit: what was drafted, what it does to the fleet, and then it is either shown or stored.
import { readChangeSummaries } from '#db/queries/changes.ts'
import type { TenantState } from '#db/queries/tenants.ts'
import { applicationPolicies } from '#lib/domain/fleet/application-policies.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { refKey } from '#lib/domain/objects/objects.ts'
import type { ReleaseChange } from '#lib/domain/releases/release.ts'
import { leftFolders } from '../clusters/left-folders.ts'
import type { Context, EditContext } from '../define.ts'
import { requireGitAgrees } from '../git-state/agreement.ts'
import { inSlices } from '../in-slices.ts'
import { resourceAmong } from '../objects/concerning.ts'
import { represent } from '../objects/represent.ts'
import { rolloutsAfterEdit } from '../freezes/stopped.ts'
import { startsAfterEdit } from '../rollouts/starts-after-edit.ts'
import { type BranchLayout, repositoryOf } from '../repository/tenant-repository.ts'
import { requirePublishable } from './branch-modes.ts'
import { requireConfirmation } from './confirmation.ts'
import { type ResolvedDraft, resolveDrafts } from './drafts.ts'
import { isOfDecision, requireSchedulers, withDecisions } from './decision-edits.ts'
import { editOf } from './edit.ts'
import { fleetAfter } from './fleet-after.ts'
import { rememberOutcome } from './idempotency.ts'
import { type ImpactDocument, impactDocument } from './impact-document.ts'
import { type KeptChange, keepPlan } from './keep.ts'
import { branchOfCluster, type Plan, planDrafts } from './plan.ts'
import { requireReferences } from './references.ts'
import { isOfRelease, type Released, withReleases } from './release-edits.ts'
import { requireEntitledRepositories } from './repositories.ts'
import { requireNoRollout } from './running-rollouts.ts'
import { selectionOf } from './selection.ts'
import { shownEdits } from './shown-edits.ts'
import { recordOverrides } from './stops.ts'
import type { KeptOutcome, Submission } from './submission.ts'

/** As many as on the longest page of a list. */
const ANSWERED_MAX = 1000

export type WriteOutcome =
  | { readonly kind: 'impact'; readonly document: ImpactDocument }
  | KeptOutcome

/**
 * Submits drafts as one change. A dry run answers the impact. Otherwise the same impact is stored, in the transaction of
 * the context, unless the guard wants it confirmed or it isn't what the person saw.
 */
export async function submitDrafts(
  context: EditContext,
  submission: Submission,
): Promise<WriteOutcome> {
  const claim = submission.options.idempotency
  const outcome = await showOrKeep(context, submission)
  if (claim && outcome.kind === 'kept') await rememberOutcome(context, claim, outcome)
  return outcome
}

async function showOrKeep(context: EditContext, submission: Submission): Promise<WriteOutcome> {
  const { scope } = context
  const { options } = submission
  // Asked now and needed later: Postgres answers while the fleet is computed.
  const asked = repositoryOf(context)
  asked.catch(() => undefined)
  const state = await context.state()
  const fleet = await context.fleet()
  const resolved = await resolveDrafts(context, fleet, submission.drafts, options)
  // A name alone can refer to somebody else's object.
  for await (const { before } of inSlices(resolved))
    if (before) context.authorize('write', resourceAmong(fleet, context.actor, before))
  if (!options.dryRun) requireGitAgrees(state)
  const { after, edits } = await editedFleet(context, fleet, resolved, submission)
  const repository = await asked
  await requireReferences(context, repository, { before: fleet, after }, resolved)
  await requirePublishable(repository, { before: fleet, after }, resolved)
  requireEntitledRepositories(context, after, resolved)
  await requireNoRollout(scope, resolved)
  const left = await leftFolders(scope, leavingClusters(repository, resolved))
  const plan = await planDrafts(
    context,
    repository,
    { before: fleet, after },
    resolved,
    edits,
    left,
  )
  const shown = await impactDocument(context, plan, state, options, {
    goesBack: goesBack(submission),
    isCarriedOut: submission.isCarriedOut === true,
  })
  const document = {
    ...shown,
    warnings: [...(submission.warnings ?? []), ...shown.warnings],
    ...(submission.isSelection && selectionOf(shown.digest, resolved)),
    ...(await includedOf(options, after, resolved)),
    ...(options.dryRun && (await rolloutsOf(context, { before: fleet, after }, resolved))),
  }
  return options.dryRun
    ? { kind: 'impact', document }
    : keepShown(context, state, plan, document, submission)
}

async function keepShown(
  context: EditContext,
  state: TenantState,
  plan: Plan,
  document: ImpactDocument,
  submission: Submission,
): Promise<KeptOutcome> {
  const { options } = submission
  const { drafts, edits } = plan
  submission.require?.(document)
  if (!submission.isCarriedOut) requireConfirmation(document, options)
  const isEdit =
    drafts.some((draft) => draft.isEdit) || edits.some(isOfRelease) || edits.some(isOfDecision)
  const kept = isEdit ? await keepPlan(context, state, plan, document, submission) : null
  await recordDrafts(context, drafts, kept?.id ?? null)
  if (kept) recordOverrides(context, document.stops, options, kept.id)
  const present = drafts.filter(({ after }) => after !== null)
  const objects = await answersTo(context, present.slice(0, ANSWERED_MAX), kept)
  return { kind: 'kept', change: kept?.id ?? null, objects, total: present.length }
}

/** The fleet after drafts, with the decisions and then the releases that are asked for and those that follow. */
async function editedFleet(
  { scope }: Context,
  fleet: Fleet,
  resolved: readonly ResolvedDraft[],
  { decisions, releases, reverts }: Submission,
): Promise<Released> {
  const drafted = resolved.map(({ kind, id, after }) => editOf(kind, id, after))
  const fleetOfDrafts = await fleetAfter(fleet, drafted)
  const answers = decisions?.(fleetOfDrafts) ?? []
  if (reverts === undefined) requireSchedulers(fleetOfDrafts, answers)
  const decided = await withDecisions(scope, fleet, fleetOfDrafts, answers)
  const asked = releases?.(decided.after) ?? NO_RELEASES
  const { after, edits } = await withReleases(scope, fleet, decided.after, asked)
  return { after, edits: [...drafted, ...decided.edits, ...edits] }
}

const NO_RELEASES: ReleaseChange = { ended: [], begun: [] }

/** Those that begin by themselves, and those that freezes stop or let go. */
async function rolloutsOf(
  context: Context,
  fleets: Parameters<typeof startsAfterEdit>[1],
  resolved: readonly ResolvedDraft[],
): Promise<Pick<ImpactDocument, 'starts' | 'rollouts'>> {
  const starts = await startsAfterEdit(context, fleets, resolved)
  const rollouts = await rolloutsAfterEdit(context, fleets, resolved)
  return { ...(starts && { starts }), ...(rollouts && { rollouts }) }
}

function goesBack({ rollback, reverts, rollout }: Submission): boolean {
  return rollback !== undefined || reverts !== undefined || rollout?.wave === null
}

/** What was asked for besides. Policies are those of one application; of anything else there are none. */
async function includedOf(
  { includesEdits, includesPolicies }: Submission['options'],
  after: Fleet,
  drafts: readonly ResolvedDraft[],
): Promise<Pick<ImpactDocument, 'edits' | 'policies'>> {
  const [only] = drafts
  const isOfApplication = drafts.length === 1 && only?.after?.kind === 'application'
  return {
    ...(includesEdits && { edits: await shownEdits(drafts) }),
    ...(includesPolicies && isOfApplication && { policies: applicationPolicies(after, only.id) }),
  }
}

/** The drafted objects as they are now: some since this change, some since an earlier one. */
async function answersTo(
  { scope, services }: Context,
  drafts: readonly ResolvedDraft[],
  kept: KeptChange | null,
): Promise<KeptOutcome['objects']> {
  const beganOf = ({ isEdit, before }: ResolvedDraft) =>
    isEdit ? kept!.id : services.fleets.beganOf(before!)
  const earlier = drafts.filter(({ isEdit }) => !isEdit).map(beganOf)
  const summaries =
    earlier.length === 0 ? [] : await readChangeSummaries(scope, [...new Set(earlier)])
  const times = new Map([...summaries, ...(kept ? [kept] : [])].map(({ id, at }) => [id, at]))
  return drafts.map((draft) => {
    const began = beganOf(draft)
    const { json, etag } = represent(draft.after!, began, times.get(began)!)
    return { json, etag }
  })
}

/** Reports each edited object to the audit; if nothing changed, the objects that stayed as they were. */
async function recordDrafts(
  { audit }: EditContext,
  drafts: readonly ResolvedDraft[],
  change: number | null,
): Promise<void> {
  for await (const draft of inSlices(drafts)) {
    const object = refKey(draft.ref)
    if (change === null) audit({ object })
    else if (draft.isEdit) audit({ object, ...jsonOf(draft), change })
  }
}

/** Of a secret that takes the place of another, the objects before and after it say the same. */
const jsonOf = ({ before, after, secrets }: ResolvedDraft) => {
  const replaced = before ? [...secrets].filter(([, secret]) => secret !== null) : []
  return {
    before: before && objectJson(before),
    after: after && {
      ...objectJson(after),
      ...Object.fromEntries(replaced.map(([field]) => [field, 'replaced'])),
    },
  }
}

/** Clusters that are deleted or move to another branch: only their left folders are affected. */
function leavingClusters(layout: BranchLayout, drafts: readonly ResolvedDraft[]): number[] {
  return drafts.flatMap(({ id, before, after }) => {
    if (before?.kind !== 'cluster') return []
    const stays =
      after?.kind === 'cluster' &&
      branchOfCluster(layout, after) === branchOfCluster(layout, before)
    return stays ? [] : [id]
  })
}
