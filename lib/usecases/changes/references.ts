// What drafts must agree with in the rest of the model: teams that exist, repositories that they may use, branches that
// Git can hold.
import { branchesInTheWay } from '#db/queries/branches.ts'
import { branchOf } from '#lib/domain/branch-pattern.ts'
import { findObject, type Fleet } from '#lib/domain/fleet.ts'
import type { Issue } from '#lib/domain/issue.ts'
import type { Cluster, Team } from '#lib/domain/objects.ts'
import { repoIsEntitled } from '#lib/domain/repository.ts'
import type { Context } from '../define.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

/** Refuses drafts that leave something dangling. `after` is the fleet as they would make it. */
export async function requireReferences(
  context: Context,
  after: Fleet,
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const issues = drafts.flatMap((draft) =>
    referenceIssues(context, after, draft).map((issue) => ({
      ...issue,
      path: draft.locate(issue.path),
    })),
  )
  if (issues.length > 0) throw refusalOf('invalid', issues)
  for (const draft of drafts) {
    requireEntitledRepository(after, draft)
    requireUnusedTeam(after, draft)
  }
  await requireRoomForBranches(context, drafts)
}

function referenceIssues(context: Context, after: Fleet, draft: ResolvedDraft): Issue[] {
  const object = draft.after
  switch (object?.kind) {
    case 'application':
      return teamIssue(after, object.team)
    case 'target-policy':
      return object.team === null ? [] : teamIssue(after, object.team)
    case 'cluster':
      return branchIssuesOf(context, object)
    default:
      return []
  }
}

function teamIssue(after: Fleet, name: string): Issue[] {
  if (findTeam(after, name)) return []
  const reason = `There is no team ${name}.`
  return [{ path: ['namespace'], code: 'team_unknown', reason }]
}

function findTeam(fleet: Fleet, name: string): Team | null {
  const found = findObject(fleet, { kind: 'team', team: null, name })?.object
  return found?.kind === 'team' ? found : null
}

function branchIssuesOf({ process }: Context, cluster: Cluster): Issue[] {
  const { branchPattern, shards } = process.environment.gitops
  const branch = branchOf(branchPattern, shards, cluster)
  return branch.ok ? [] : branch.issues.map((issue) => ({ ...issue, path: ['metadata'] }))
}

function requireEntitledRepository(after: Fleet, { after: object, locate }: ResolvedDraft): void {
  if (object?.kind !== 'application') return
  const team = findTeam(after, object.team)
  if (!team || repoIsEntitled(team, object.repoUrl)) return
  throw new Refusal('forbidden', `Team ${team.name} may not use this repository.`, {
    code: 'repo_not_entitled',
    issues: [
      {
        path: locate(['repo_url']),
        code: 'repo_not_entitled',
        reason: `The repository is none of those in source_repos of team ${team.name}.`,
      },
    ],
  })
}

const NAMED_MAX = 3

function requireUnusedTeam(after: Fleet, { before, after: object }: ResolvedDraft): void {
  if (before?.kind !== 'team' || object !== null) return
  const owned = [
    ...ownedBy(after.applications, before.name),
    ...ownedBy(after.policies, before.name),
  ]
  if (owned.length === 0) return
  const names = owned.slice(0, NAMED_MAX).join(', ')
  const others = owned.length > NAMED_MAX ? ` and ${owned.length - NAMED_MAX} more` : ''
  throw new Refusal('conflict', `Team ${before.name} still owns ${names}${others}.`, {
    code: 'team_in_use',
  })
}

function ownedBy(
  shelf: { readonly slots: readonly ({ team: string | null; name: string } | undefined)[] },
  team: string,
): string[] {
  return shelf.slots.flatMap((object) => (object?.team === team ? [object.name] : []))
}

/** Git can't hold `a` beside `a/b`. */
async function requireRoomForBranches(
  { process, scope }: Context,
  drafts: readonly ResolvedDraft[],
): Promise<void> {
  const { branchPattern, shards } = process.environment.gitops
  const wanted = drafts.flatMap(({ after }) => {
    if (after?.kind !== 'cluster') return []
    const branch = branchOf(branchPattern, shards, after)
    return branch.ok ? [branch.value] : []
  })
  const [clash] = wanted.length === 0 ? [] : await branchesInTheWay(scope, [...new Set(wanted)])
  if (!clash) return
  throw new Refusal(
    'invalid',
    `Git can't hold the branch ${clash.wanted} beside ${clash.existing}.`,
    {
      code: 'branch_conflict',
    },
  )
}
