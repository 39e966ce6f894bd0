import { z } from 'zod'
import { readStringMap } from '#lib/domain/labels/labels.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { KUBECTL_ROLES } from '#lib/domain/objects/bound-roles.ts'
import type { Team } from '#lib/domain/objects/objects.ts'
import { normaliseGroupId, teamIssues } from '#lib/domain/objects/team-issues.ts'
import { accepted, type Checked, checked, refused } from '#lib/domain/text/issue.ts'
import { ignoredStatus, readShape, selectorInput, selectorOutput, stringMap } from './shape.ts'
import { objectStatus } from './status.ts'

const network = z.enum(['namespace', 'open', 'closed'])
const kubectl = z.enum(KUBECTL_ROLES)
const groups = z.array(z.strictObject({ id: z.string(), role: z.enum(['contributor', 'reader']) }))

export const teamInput = z
  .strictObject({
    name: z.string().meta({ examples: ['ieb'] }),
    description: z.string().default(''),
    groups: groups.default([]),
    source_repos: z.array(z.string()).default([]).meta({
      description: 'Repositories that its applications may come from; empty: any.',
    }),
    cluster_boundary: selectorInput.optional(),
    network: network.default('namespace'),
    kubectl: kubectl.default('view'),
    quota: stringMap.optional().meta({ description: 'ResourceQuota `hard` entries.' }),
    status: ignoredStatus,
  })
  .meta({ id: 'TeamInput' })

export const teamOutput = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    groups,
    source_repos: z.array(z.string()),
    cluster_boundary: selectorOutput.optional(),
    network,
    kubectl,
    quota: z.record(z.string(), z.string()).optional(),
    status: objectStatus,
  })
  .meta({ id: 'Team' })

/** A team from the JSON that people send, with every issue of its shape or else of its content. */
export function readTeam(json: unknown, reservedNames: readonly string[]): Checked<Team> {
  const shape = readShape(teamInput, json)
  if (!shape.ok) return shape
  const { value } = shape
  const boundary =
    value.cluster_boundary === undefined
      ? accepted(null)
      : parseSelector(value.cluster_boundary, ['cluster_boundary'])
  const quota = value.quota === undefined ? accepted(null) : readStringMap(value.quota, ['quota'])
  if (!boundary.ok || !quota.ok) {
    return refused([boundary, quota].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  const team: Team = {
    kind: 'team',
    name: value.name,
    description: value.description,
    groups: value.groups.map((group) => ({ ...group, id: normaliseGroupId(group.id) ?? group.id })),
    sourceRepos: value.source_repos,
    clusterBoundary: boundary.value,
    network: value.network,
    kubectl: value.kubectl,
    quota: quota.value,
  }
  return checked(team, teamIssues(team, { reservedNames }))
}
