// A request for a team, or of a team for other limits or a cluster, and the decision about it.
import { z } from 'zod'
import { labelMap, selector, stringMap } from '#lib/domain/objects/fields.ts'
import { codecs } from '#lib/domain/objects/object-json.ts'
import { readStringMap } from '#lib/domain/labels/labels.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { normaliseGroupId } from '#lib/domain/objects/team/group-id.ts'
import { ASKS_FOR, type TeamRequest, teamRequestIssues } from '#lib/domain/objects/team-request.ts'
import { type TeamWish, teamWishIssues } from '#lib/domain/objects/team-wish.ts'
import { accepted, type Checked, checked, refused } from '#lib/domain/text/issue.ts'
import { readSentObject } from './sent-object.ts'
import { readShape } from './shape.ts'

const role = z.enum(['contributor', 'reader'])
const instant = z.iso.datetime()
const named = z.strictObject({ id: z.string(), name: z.string() })

export const teamRequestInput = z
  .strictObject({
    name: z.string().meta({ examples: ['ieb'] }),
    groups: z.array(z.strictObject({ id: z.string(), role })).meta({
      description: 'Of the identity provider, one at least: only their members see the team.',
    }),
    purpose: z.string().meta({ description: 'What the team is for: 10 to 2,000 characters.' }),
    cluster_boundary: selector.sent.optional(),
  })
  .meta({ id: 'TeamRequestInput' })

const wantedCluster = z.strictObject({
  name: z.string().optional().meta({ description: 'Absent: whoever makes it names it.' }),
  environment: z.string().default(''),
  metadata: labelMap.sent,
})

export const teamWishInput = z
  .strictObject({
    purpose: z.string().meta({ description: 'What it is for: 10 to 2,000 characters.' }),
    cluster_boundary: selector.sent.optional(),
    quota: stringMap.sent.optional().meta({
      description: 'The entries that are to have these amounts; the others stay.',
    }),
    cluster: wantedCluster.optional(),
  })
  .meta({
    id: 'TeamWishInput',
    description: 'Other limits, which are a boundary, a quota or both; or a cluster.',
  })

/** What a form sends of it. */
export type TeamWishBody = z.input<typeof teamWishInput>

const limits = {
  cluster_boundary: selector.answered.optional(),
  quota: stringMap.answered.optional(),
}

export const TEAM_REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn'] as const

export const teamRequestOutput = z
  .strictObject({
    id: z.uuid().nullable().meta({ description: 'Null: a dry run, which kept nothing.' }),
    state: z.enum(TEAM_REQUEST_STATES),
    at: instant.meta({ description: 'When it was asked for.' }),
    asker: named,
    asks_for: z.enum(ASKS_FOR).meta({
      description: '`team`: for a new one. The others are asked for by a team that exists.',
    }),
    name: z.string().meta({ description: 'Of the team that is asked for, or that asks.' }),
    groups: z.array(
      z.strictObject({
        id: z.string(),
        role,
        asker_is_member: z
          .boolean()
          .nullable()
          .meta({ description: 'Null: the groups of the asker are not known.' }),
      }),
    ),
    purpose: z.string(),
    ...limits,
    cluster: z
      .strictObject({
        name: z.string().optional(),
        environment: z.string(),
        metadata: labelMap.answered,
      })
      .optional(),
    before: z
      .strictObject(limits)
      .optional()
      .meta({ description: 'The limits of the team when it asked for others.' }),
    asker_sees_team: z.boolean().nullable().meta({
      description:
        'Whether the asker sees the team that was made or, before, would see it as they asked for it. Null: their groups are not known, or there is no such team.',
    }),
    decision: z
      .strictObject({
        at: instant,
        by: named,
        reason: z.string().nullable(),
        team: z
          .string()
          .nullable()
          .meta({ description: 'The team that was made, or that got what it asked for.' }),
        cluster: z.string().nullable().meta({ description: 'The cluster that was made.' }),
        change: z.number().int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TeamRequest' })

const reason = z.string().meta({ description: 'What the asker is told.' })

export const approveInput = z
  .strictObject({
    team: codecs.team.input.optional(),
    cluster: codecs.cluster.input.optional(),
    reason: reason.default(''),
  })
  .meta({
    id: 'TeamRequestApproval',
    description:
      'The team as it is to be, if a team or other limits are asked for; or the cluster.',
  })

export const declineInput = z.strictObject({ reason }).meta({ id: 'TeamRequestRefusal' })

/** A request from the JSON that people send, with every issue of its shape or else of its content. */
export function readTeamRequest(
  json: unknown,
  reservedNames: readonly string[],
): Checked<TeamRequest> {
  const shape = readShape(teamRequestInput, json)
  if (!shape.ok) return shape
  const { name, groups, purpose, cluster_boundary: selector } = shape.value
  const boundary =
    selector === undefined ? accepted(null) : parseSelector(selector, ['cluster_boundary'])
  if (!boundary.ok) return boundary
  const request: TeamRequest = {
    name,
    groups: groups.map((group) => ({ ...group, id: normaliseGroupId(group.id) ?? group.id })),
    purpose,
    clusterBoundary: boundary.value,
  }
  return checked(request, teamRequestIssues(request, { reservedNames }))
}

/** What a team asks for, from the JSON that people send, with every issue of its shape or else of its content. */
export function readTeamWish(json: unknown): Checked<TeamWish> {
  const shape = readShape(teamWishInput, json)
  if (!shape.ok) return shape
  const { purpose, cluster, ...sent } = shape.value
  const asksForLimits = sent.cluster_boundary !== undefined || sent.quota !== undefined
  if (asksForLimits === (cluster !== undefined)) return refused([unclear])
  const wish = cluster ? readWantedCluster(cluster) : readLimits(sent)
  return wish.ok
    ? checked({ ...wish.value, purpose }, teamWishIssues({ ...wish.value, purpose }))
    : wish
}

const unclear = {
  path: [],
  code: 'wish_unclear',
  reason: 'Ask for other limits or for a cluster: for one of both.',
}

function readLimits({
  cluster_boundary,
  quota,
}: Pick<z.output<typeof teamWishInput>, 'cluster_boundary' | 'quota'>) {
  const clusterBoundary =
    cluster_boundary === undefined
      ? accepted(null)
      : parseSelector(cluster_boundary, ['cluster_boundary'])
  const entries = quota === undefined ? accepted(null) : readStringMap(quota, ['quota'])
  if (!clusterBoundary.ok) return clusterBoundary
  if (!entries.ok) return entries
  return accepted({
    asksFor: 'limits' as const,
    clusterBoundary: clusterBoundary.value,
    quota: entries.value,
  })
}

/** Checked like a cluster, so that no admin gets one that can't be made. */
function readWantedCluster({ name, ...rest }: z.output<typeof wantedCluster>) {
  const read = readSentObject('cluster', { name: name ?? UNNAMED, ...rest }, [])
  if (!read.ok) {
    return refused(read.issues.map((issue) => ({ ...issue, path: ['cluster', ...issue.path] })))
  }
  const { environment, labels } = read.value
  const cluster = { name: name ?? null, environment, labels }
  return accepted({ asksFor: 'cluster' as const, cluster })
}

/** Stands for the name of a cluster that has none yet. */
const UNNAMED = 'unnamed'
