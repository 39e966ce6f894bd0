// Whether a team's application may come from its repository: one that the team names or, if it names none, any that no
// other team names. An admin can override the latter, and what an admin allowed stays allowed.
import { can } from '#lib/domain/access/permissions.ts'
import { type Fleet, findObject } from '#lib/domain/fleet/fleet.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import {
  claimedRepositories,
  repoIsEntitled,
  sourceIdentities,
  sourceIsClaimed,
} from '#lib/domain/objects/repository.ts'
import type { Context } from '../define.ts'
import { Refusal } from '../refusal.ts'
import type { ResolvedDraft } from './drafts.ts'

type SourceDraft = Pick<ResolvedDraft, 'before' | 'after' | 'locate'>

/** Refuses applications whose teams may not use their repositories. `after` is the fleet that the drafts lead to. */
export function requireEntitledRepositories(
  context: Context,
  after: Fleet,
  drafts: readonly SourceDraft[],
): void {
  for (const draft of drafts) requireEntitledRepository(context, after, draft)
}

/** Whether a team may still use a repository that it once could: what others named as theirs since takes nothing away. */
export function isStillEntitled(fleet: Fleet, team: string, repoUrl: string): boolean {
  const found = findObject(fleet, { kind: 'team', team: null, name: team })?.object
  return found?.kind !== 'team' || repoIsEntitled(found, repoUrl)
}

function requireEntitledRepository(
  context: Context,
  after: Fleet,
  { before, after: object, locate }: SourceDraft,
): void {
  if (object?.kind !== 'application') return
  const team = findObject(after, { kind: 'team', team: null, name: object.team })?.object
  if (team?.kind !== 'team') return
  if (!repoIsEntitled(team, object.repoUrl)) {
    const reason = `The repository is none of those in source_repos of team ${team.name}.`
    throw notEntitled(team, locate(['repo_url']), reason)
  }
  if (team.sourceRepos.length > 0 || isKept(before, object) || mayOverrule(context, team)) return
  if (isAnothers(after, team, object)) {
    const reason = `Another team names this repository as its own: an admin can add it to source_repos of team ${team.name}.`
    throw notEntitled(team, locate(['repo_url']), reason)
  }
}

function isKept(before: ResolvedDraft['before'], after: Application): boolean {
  return (
    before?.kind === 'application' &&
    sourceIdentities(before).join(' ') === sourceIdentities(after).join(' ')
  )
}

/** Somebody who may edit the team could just as well add the repository to its list. */
function mayOverrule({ actor }: Context, { name }: Team): boolean {
  return can(actor, 'write', { kind: 'team', team: name })
}

function isAnothers({ teams }: Fleet, { name }: Team, application: Application): boolean {
  return teams.slots.some(
    (other) =>
      other !== undefined && other.name !== name && sourceIsClaimed(claimsOf(other), application),
  )
}

// Objects of a fleet never change, so results for one of them stay valid.
const claims = new WeakMap<Team, ReadonlySet<string>>()

function claimsOf(team: Team): ReadonlySet<string> {
  const known = claims.get(team) ?? claimedRepositories(team)
  claims.set(team, known)
  return known
}

function notEntitled(
  team: Team,
  path: ReturnType<ResolvedDraft['locate']>,
  reason: string,
): Refusal {
  const code = 'repo_not_entitled'
  return new Refusal('forbidden', `Team ${team.name} may not use this repository.`, {
    code,
    issues: [{ path, code, reason }],
  })
}
