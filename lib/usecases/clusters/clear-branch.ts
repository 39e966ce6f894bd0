// Clears the folder that a cluster left on a branch, once an admin confirms that nothing reads it any more.
import { typedIn } from '#lib/domain/fleet/typed-clusters.ts'
import { type FolderRow, foldersOfCluster, vacateBranch } from '#db/queries/cluster-folders.ts'
import type { Identified } from '#lib/domain/fleet/shelf.ts'
import { type Cluster, refOf } from '#lib/domain/objects/objects.ts'
import { NO_SECRETS } from '#lib/domain/objects/secrets.ts'
import { reconcilerOf } from '#lib/domain/reconcilers/reconcilers.ts'
import { type ClearBranchBody, clearBranchInput } from '#lib/schemas/cluster-branches.ts'
import { readShape } from '#lib/schemas/shape.ts'
import { requireConfirmation } from '../changes/confirmation.ts'
import { auditName } from '../audit/subject.ts'
import { recallOutcome, remembered } from '../changes/idempotency.ts'
import { type ImpactDocument, impactDocument } from '../changes/impact-document.ts'
import { keepPlan } from '../changes/keep.ts'
import { type Plan, planClearing } from '../changes/plan.ts'
import { overridesOf, recordOverrides } from '../changes/stops.ts'
import type { WriteOutcome } from '../changes/submit.ts'
import type { KeptOutcome } from '../changes/submission.ts'
import type { WriteOptions } from '../changes/write-options.ts'
import { type EditContext, defineEdit } from '../define.ts'
import { requireGitAgrees, stopWarnings } from '../git-state/agreement.ts'
import { Refusal } from '../refusal.ts'
import { subjectOf } from '../objects/requested-object.ts'
import { manifestSettings, repositoryOf } from '../repository/tenant-repository.ts'
import { type ClusterInput, currentCluster } from './branches.ts'
import { leftFolders } from './left-folders.ts'

/** The name of the action in the history and the audit, whoever does it. */
export const CLEAR_BRANCH = 'clusters.clear-branch'

export type ClearBranchRequest = ClusterInput & {
  readonly body: unknown
  readonly options: WriteOptions
}
type ClearBranchInput = ClusterInput & ClearBranchBody & { readonly options: WriteOptions }

export const clearBranchUseCase = defineEdit<
  ClearBranchRequest,
  WriteOutcome,
  ClearBranchInput,
  Identified<Cluster>
>({
  name: CLEAR_BRANCH,
  subject: subjectOf('cluster'),
  parse: ({ ref, body, options }) => {
    const shape = readShape(clearBranchInput, body)
    return shape.ok ? { ok: true, value: { ref, ...shape.value, options } } : shape
  },
  recall: recallOutcome,
  load: async (context, input) => {
    const found = await currentCluster(context, input)
    return found && { resource: { kind: 'tenant' }, found }
  },
  isDryRun: ({ options }) => options.dryRun,
  run: clearBranch,
})

async function clearBranch(
  context: EditContext,
  { branch, options }: ClearBranchInput,
  { id, object: cluster }: Identified<Cluster>,
): Promise<WriteOutcome> {
  const { scope } = context
  const home = requireLeftBehind(await foldersOfCluster(scope, id), branch)
  const state = await context.state()
  if (!options.dryRun) requireGitAgrees(state)
  const fleet = await context.fleet()
  const typed = typedIn(fleet, cluster)
  const plan = await planClearing(
    context,
    await repositoryOf(context),
    fleet,
    editWithoutEffect(id, cluster),
    (await leftFolders(scope, [id])).filter((folder) => folder.branch === branch),
  )
  const settings = manifestSettings(context.services, context.tenant, plan.repository)
  const document: ImpactDocument = {
    ...(await impactDocument(context, plan, state, options)),
    warnings: [
      ...stopWarnings(state),
      ...reconcilerOf(typed).warnings.clearing(typed, branch, home, settings),
    ],
    // Even for few: a cluster that still reads the folder would lose everything in it.
    confirmRemovals: plan.files.counts.removed,
  }
  if (options.dryRun) return { kind: 'impact', document }

  requireConfirmation(document, options, `${document.files.removed} files from ${branch}`)
  const kept = await keepPlan(context, state, plan, document, {
    action: CLEAR_BRANCH,
    drafts: [],
    options,
  })
  await vacateBranch(scope, kept.id, id, branch)
  const object = auditName(subjectOf('cluster'), cluster.name)
  context.audit({ object, before: { branch }, after: null, change: kept.id })
  recordOverrides(context, overridesOf(document, {}), options, kept.id)
  const outcome: KeptOutcome = { kind: 'kept', change: kept.id, objects: [], total: 0 }
  return remembered(context, options, outcome)
}

/**
 * Refuses unless the branch has a folder that the cluster left, and Git already sends the cluster to its new branch;
 * answers the latter.
 */
function requireLeftBehind(folders: readonly FolderRow[], branch: string): string {
  const folder = folders.find((each) => each.branch === branch)
  if (!folder) {
    throw new Refusal('conflict', 'The cluster left nothing behind on that branch.', {
      code: 'branch_not_left',
    })
  }
  if (folder.isCurrent) {
    throw new Refusal('conflict', `The cluster lives on ${branch}: move it or delete it instead.`, {
      code: 'branch_in_use',
    })
  }
  // Until then the root on the old branch doesn't send the cluster on.
  if (!folder.isPublished) {
    throw new Refusal('conflict', `The cluster's move away from ${branch} is not in Git yet.`, {
      code: 'branch_move_pending',
    })
  }
  return folders.find(({ isCurrent }) => isCurrent)!.branch
}

/** The history of a cluster consists of its revisions, so clearing adds one, although its fields are unchanged. */
export function editWithoutEffect(id: number, cluster: Cluster): Plan['drafts'][number] {
  return {
    kind: 'cluster',
    id,
    ref: refOf(cluster),
    before: cluster,
    after: cluster,
    isEdit: true,
    secrets: NO_SECRETS,
    locate: (path) => path,
  }
}
