// A request for a team, and the decision about it.
import { z } from 'zod'
import { selector } from '#lib/domain/objects/fields.ts'
import { codecs } from '#lib/domain/objects/object-json.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { normaliseGroupId } from '#lib/domain/objects/team/group-id.ts'
import { type TeamRequest, teamRequestIssues } from '#lib/domain/objects/team-request.ts'
import { accepted, type Checked, checked } from '#lib/domain/text/issue.ts'
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

export const TEAM_REQUEST_STATES = ['open', 'approved', 'declined', 'withdrawn'] as const

export const teamRequestOutput = z
  .strictObject({
    id: z.uuid().nullable().meta({ description: 'Null: a dry run, which kept nothing.' }),
    state: z.enum(TEAM_REQUEST_STATES),
    at: instant.meta({ description: 'When it was asked for.' }),
    asker: named,
    name: z.string(),
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
    cluster_boundary: selector.answered.optional(),
    asker_sees_team: z.boolean().nullable().meta({
      description:
        'Whether the asker sees the team that was made or, before, would see it as they asked for it. Null: their groups are not known, or there is no such team.',
    }),
    decision: z
      .strictObject({
        at: instant,
        by: named,
        reason: z.string().nullable(),
        team: z.string().nullable().meta({ description: 'The team that was made.' }),
        change: z.number().int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'TeamRequest' })

const reason = z.string().meta({ description: 'What the asker is told.' })

export const approveInput = z
  .strictObject({ team: codecs.team.input, reason: reason.default('') })
  .meta({ id: 'TeamRequestApproval' })

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
