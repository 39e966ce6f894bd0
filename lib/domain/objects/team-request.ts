// A request for a team. It is checked like a team, so that no admin gets one that can't be made.
import { type SelectorJson, selectorJson } from '#lib/domain/labels/selector-format.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { textIssues } from '#lib/domain/text/text.ts'
import type { Team, TeamRole } from './objects.ts'
import { normaliseGroupId } from './team/group-id.ts'
import { teamIssues } from './team/team-issues.ts'

const PURPOSE_CHARACTERS = { min: 10, max: 2000 }

export type TeamRequest = {
  readonly name: string
  readonly groups: readonly { readonly id: string; readonly role: TeamRole }[]
  /** What the team is for, in the asker's words. */
  readonly purpose: string
  /** The clusters that are wanted; null: any. */
  readonly clusterBoundary: Selector | null
}

/** What a team's limits are, or were. */
export type LimitsJson = {
  readonly cluster_boundary?: SelectorJson
  readonly quota?: Readonly<Record<string, string>>
}

type WantedClusterJson = {
  /** Absent: whoever makes it names it. */
  readonly name?: string
  readonly environment: string
  readonly metadata: Readonly<Record<string, string>>
}

/** What was asked for: a team, or what a team wants. */
export type TeamRequestJson = LimitsJson & {
  /** Of the team that is asked for, or that asks. */
  readonly name: string
  /** Those of the team that is asked for. */
  readonly groups: TeamRequest['groups']
  readonly purpose: string
  readonly cluster?: WantedClusterJson
  /** The limits of the team that asks for others, when it asked. */
  readonly before?: LimitsJson
}

/** `team`: for a new one. The others are asked for by a team: other limits, or a cluster. */
export const ASKS_FOR = ['team', 'limits', 'cluster'] as const
export type AsksFor = (typeof ASKS_FOR)[number]
/** What a team asks for. */
export type WishedFor = Exclude<AsksFor, 'team'>

/** How many requests of one person may wait for a decision, whatever they are for. */
export const OPEN_REQUESTS_MAX = 5

/** The team that a request describes. Its description will be the purpose, which is checked by itself. */
function teamOfRequest({ name, groups, clusterBoundary }: TeamRequest): Team {
  return {
    kind: 'team',
    name,
    description: '',
    groups: groups.map((group) => ({ ...group, id: normaliseGroupId(group.id) ?? group.id })),
    sourceRepos: [],
    clusterBoundary,
    network: 'namespace',
    kubectl: 'view',
    quota: null,
  }
}

/** Every issue of a request, with the API's field names in the paths: a team's, and `too_short` or those of a text. */
export function teamRequestIssues(
  request: TeamRequest,
  rule: { readonly reservedNames: readonly string[] },
): readonly Issue[] {
  return [
    ...teamIssues(teamOfRequest(request), rule),
    ...(request.groups.length === 0 ? [noGroup] : []),
    ...purposeIssues(request.purpose),
  ]
}

const noGroup: Issue = {
  path: ['groups'],
  code: 'required',
  reason: 'Name a group: only members of a team’s groups see the team.',
}

/** Every issue of a purpose: `too_short`, or those of a text. */
export function purposeIssues(purpose: string): readonly Issue[] {
  const { min, max } = PURPOSE_CHARACTERS
  const issues = textIssues(purpose, ['purpose'], { charactersMax: max, lineBreaks: true })
  if (purpose.trim().length >= min) return issues
  const reason = `Say what the team is for, in ${min} characters at least.`
  return [...issues, { path: ['purpose'], code: 'too_short', reason }]
}

/** A request's JSON, as it is stored and answered. */
export function teamRequestJson(request: TeamRequest): TeamRequestJson {
  const { name, groups, purpose, clusterBoundary } = request
  return {
    name,
    groups,
    purpose,
    ...(clusterBoundary && { cluster_boundary: selectorJson(clusterBoundary) }),
  }
}
