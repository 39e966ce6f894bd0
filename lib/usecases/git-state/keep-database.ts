// An admin decides in favour of the database: Git is made equal to it, under a new generation and with numbers that no
// commit names. The publisher does that, on the commits that were compared and with as many removals as were confirmed.
import { insertChange } from '#db/queries/changes.ts'
import {
  acceptComparisons,
  type BranchComparison,
  type GitState,
  readComparisons,
  readGitState,
} from '#db/queries/git-state.ts'
import { countPresentPullRequests } from '#db/queries/pull-request-lists.ts'
import { requestPublications } from '#db/queries/publications.ts'
import { writeTenantState } from '#db/queries/tenants.ts'
import type { GitStateJson } from '#lib/schemas/git-state.ts'
import { auditName, only } from '../audit/subject.ts'
import { asked, type EditContext, defineEdit } from '../define.ts'
import { announce } from '../live/announce.ts'
import { Refusal } from '../refusal.ts'
import { answerGitState, digestOf, filesOf, gitStateJson } from './read.ts'

export const KEEP_DATABASE = 'git-state.keep-database'

export type KeepDatabaseOptions = {
  /** Answer the comparison without storing anything. */
  readonly dryRun: boolean
  readonly confirmRemovals: number | null
  /** The digest of the comparison that the person saw; null: any is accepted. */
  readonly expected: string | null
  readonly reason: string | null
}

export type KeepDatabaseOutcome = {
  readonly json: GitStateJson
  /** The change with which Git is made equal; null: it was a dry run. */
  readonly change: number | null
}

const subject = only('git-state')

export const keepDatabaseUseCase = defineEdit<KeepDatabaseOptions, KeepDatabaseOutcome>({
  name: KEEP_DATABASE,
  subject,
  load: () => asked({ kind: 'settings' }),
  isDryRun: ({ dryRun }) => dryRun,
  run: async (context, options) => {
    const { scope } = context
    const state = await readGitState(scope)
    const comparisons = await readComparisons(scope)
    requireCompared(state)
    const json = gitStateJson(state, comparisons, await countPresentPullRequests(scope))
    if (options.dryRun) return { json, change: null }
    requireSeen(json, options)
    const change = await keep(context, state, comparisons, options)
    return { json: await answerGitState(context), change }
  },
})

function requireCompared({ stop, comparedAt }: GitState): void {
  if (stop === null) {
    throw new Refusal('conflict', 'Git and the database tell the same history.', {
      code: 'git_in_step',
    })
  }
  if (comparedAt === null) {
    throw new Refusal('conflict', 'Git is still being compared with the database.', {
      code: 'git_not_compared',
    })
  }
}

function requireSeen(json: GitStateJson, { expected, confirmRemovals }: KeepDatabaseOptions): void {
  const { digest, files } = json.comparison!
  const members = { git_state: json }
  if (expected !== null && expected !== digest) {
    throw new Refusal('impact_changed', 'The comparison is no longer the one that you saw.', {
      members,
    })
  }
  // Even for few: they are what clusters run.
  if (files.removed > 0 && confirmRemovals !== files.removed) {
    throw new Refusal(
      'removals_need_confirmation',
      `This removes ${files.removed} files from Git. To confirm it, add ?confirmRemovals=${files.removed}.`,
      { members },
    )
  }
}

async function keep(
  context: EditContext,
  state: GitState,
  comparisons: readonly BranchComparison[],
  { reason }: KeepDatabaseOptions,
): Promise<number> {
  const { scope, actor, services, tenant } = context
  const counters = await context.state()
  const id = Math.max(state.lastChange, state.highest) + 1
  const generation = crypto.randomUUID()
  const branches = comparisons.map(({ branch }) => branch)
  const files = filesOf(comparisons)
  const nothing = { added: 0, removed: 0, changed: 0 }
  const { placementsTotal } = counters
  await insertChange(scope, {
    id,
    actor,
    action: KEEP_DATABASE,
    reason,
    ...nothing,
    confirmed: files.removed > 0,
    placementsTotal,
    impact: { placements: { ...nothing, kept: placementsTotal }, files, branches },
    digest: digestOf(state, comparisons),
  })
  await acceptComparisons(scope, id, generation)
  await requestPublications(scope, id, branches)
  await writeTenantState(scope, { ...counters, lastChange: id })
  announce(context, 'changes', id)
  const { stop, highest, lastChange } = state
  context.audit({
    object: auditName(subject),
    before: { state: stop?.code ?? null, generation: state.generation, last_change: lastChange },
    after: { state: 'in_step', generation, highest_change: highest, files, branches },
    change: id,
  })
  services.log.warn({ tenant: tenant.name, change: id, files }, 'Git is made equal to the database')
  return id
}
