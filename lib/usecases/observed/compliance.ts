// Whether a change, or a commit, is everywhere where it should be.
import { type ComplianceQuery, type Moved, readBegun, readEnds } from '#db/queries/compliance.ts'
import {
  type AskedRuns,
  findPublished,
  findRun,
  type NamedVersion,
  readChangesIn,
  readRuns,
  readVersionsOf,
} from '#db/queries/compliance-commits.ts'
import { readableChanges } from '#db/queries/change-reach.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import type { VersionRow } from '#db/queries/versions.ts'
import { readableTeams } from '#lib/domain/access/permissions.ts'
import type { Grouping } from '#lib/domain/fleet/grouping.ts'
import {
  complianceOfBegun,
  complianceOfEnd,
  complianceOfRun,
  type ComplianceTally,
  tally,
} from '#lib/domain/observed/compliance.ts'
import { getChangeUseCase } from '../changes/read.ts'
import { asked, type Context, defineRead, notFound } from '../define.ts'
import { Refusal } from '../refusal.ts'
import { loadVersion, type VersionInput } from '../versions/read.ts'

export type ChangeComplianceInput = {
  readonly id: number
  readonly by: Grouping
  /** Whether it isn't known to have moved only a few placements. */
  readonly mayBeWide: boolean
}

export const changeComplianceUseCase = defineRead<ChangeComplianceInput, ComplianceTally>({
  name: 'changes.compliance',
  // It looks at everything that the change moved.
  isHeavy: ({ mayBeWide }) => mayBeWide,
  load: () => asked({ kind: 'tenant' }),
  run: async (context, { id, by }) => {
    await getChangeUseCase.within(context, { id })
    return complianceOfChange(context, id, by)
  },
})

/** Of a change that the actor may see. */
export function complianceOfChange(
  context: Context,
  id: number,
  by: Grouping,
): Promise<ComplianceTally> {
  return complianceOf(context.scope, [{ change: id, branch: null }], queryOf(context, by))
}

export type CommitComplianceInput = {
  /** All of it, or the first digits. */
  readonly commit: string
  readonly by: Grouping
}

export type CommitCompliance = ComplianceTally & {
  readonly commit: string
  /** The changes in a commit of ours; null: it is one of applications' own repositories. */
  readonly changes: readonly number[] | null
  /** The announced versions of this commit, or that were built of it. */
  readonly versions: readonly NamedVersion[]
}

export const commitComplianceUseCase = defineRead<CommitComplianceInput, CommitCompliance>({
  name: 'commits.compliance',
  isHeavy: () => true,
  load: () => asked({ kind: 'tenant' }),
  run: async (context, input) => {
    const { scope, actor } = context
    const digits = input.commit.toLowerCase()
    if (!COMMIT.test(digits)) throw notFound()
    const query = queryOf(context, input.by)
    const published = await findPublished(scope, digits)
    const run = await findRun(scope, digits, readableTeams(actor))
    const [commit, another] = [...new Set([...published, ...run])]
    if (commit === undefined) throw notFound()
    if (another !== undefined) throw ambiguous(digits)
    if (published.length === 0) {
      const versions = await readVersionsOf(scope, commit, query.teams)
      const runs = await complianceOfRuns(scope, { commit, versions }, query)
      return { commit, changes: null, versions, ...runs }
    }
    const inIt = await readChangesIn(scope, commit)
    const ids = inIt.map(({ change }) => change)
    const changes = await readableChanges(scope, ids, query.teams)
    if (changes.length === 0) throw notFound()
    return { commit, changes, versions: [], ...(await complianceOf(scope, inIt, query)) }
  },
})

export type VersionComplianceInput = VersionInput & { readonly by: Grouping }

export type VersionCompliance = ComplianceTally & Pick<VersionRow, 'number' | 'name' | 'commit'>

export const versionComplianceUseCase = defineRead<
  VersionComplianceInput,
  VersionCompliance,
  VersionComplianceInput,
  VersionRow
>({
  name: 'versions.compliance',
  isHeavy: () => true,
  load: loadVersion('application'),
  run: async (context, { by }, version) => {
    const { number, name, commit } = version
    const asked = { commit: null, versions: [version] }
    const runs = await complianceOfRuns(context.scope, asked, queryOf(context, by))
    return { number, name, commit, ...runs }
  },
})

async function complianceOfRuns(
  scope: TenantScope,
  asked: AskedRuns,
  query: ComplianceQuery,
): Promise<ComplianceTally> {
  const runs = await readRuns(scope, asked, query)
  return tally(runs.map((row) => ({ ...row, compliance: complianceOfRun(row) })))
}

/** As many digits as tell commits apart, and at most those of SHA-256. */
const COMMIT = /^[0-9a-f]{7,64}$/

function ambiguous(digits: string): Refusal {
  return new Refusal(
    'malformed',
    `Several commits begin with ${digits}: name more of its digits.`,
    {
      code: 'commit_ambiguous',
    },
  )
}

function queryOf({ services, actor }: Context, by: Grouping): ComplianceQuery {
  return { now: services.clock(), by, teams: readableTeams(actor) }
}

/** Of changes that came together, in order. */
async function complianceOf(
  scope: TenantScope,
  changes: readonly { readonly change: number; readonly branch: string | null }[],
  query: ComplianceQuery,
): Promise<ComplianceTally> {
  const ids = changes.map(({ change }) => change)
  const { branch } = changes[0]!
  const moved: Moved = { first: ids[0]!, last: ids.at(-1)!, changes: ids, branch }
  const [begun, ends] = await Promise.all([
    readBegun(scope, moved, query),
    readEnds(scope, moved, query),
  ])
  return tally([
    ...begun.map((row) => ({ ...row, compliance: complianceOfBegun(row) })),
    ...ends.map((row) => ({ ...row, compliance: complianceOfEnd(row) })),
  ])
}
