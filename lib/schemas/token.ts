import { z } from 'zod'
import { TOKEN_ROLES, type TokenGrant } from '#lib/domain/access/token-grant.ts'
import { type Checked, checked, type Issue } from '#lib/domain/text/issue.ts'
import { textIssues } from '#lib/domain/text/text.ts'
import { readShape } from './shape.ts'

export const TOKEN_DAYS_MAX = 366
const TOKEN_DAYS_DEFAULT = 90
const NAME_CHARACTERS_MAX = 100

const role = z.enum(TOKEN_ROLES).meta({
  description:
    '`announcer`, of a team: it announces versions of the team’s applications, reads them and the team’s rollouts, and may do nothing else. `scheduler`, of one: it decides for the policies that name that scheduler, reads what it is asked of them, writes scores of clusters, and may do nothing else. Admins make those.',
})
const instant = z.iso.datetime()

export const tokenInput = z
  .strictObject({
    name: z.string().meta({ description: 'What it is for.', examples: ['CI of checkout'] }),
    role,
    team: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'The one team that it is for; it then has no role beyond it.' }),
    cluster: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'The one cluster that pulls with it; it then has no role beyond it.' }),
    scheduler: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'With the role `scheduler`: the one that it is.' }),
    days: z
      .number()
      .default(TOKEN_DAYS_DEFAULT)
      .meta({ description: `For how long it lives: 1 to ${TOKEN_DAYS_MAX} days.` }),
  })
  .meta({ id: 'TokenInput' })

const tokenFields = {
  id: z.uuid(),
  name: z.string(),
  role,
  team: z.string().nullable(),
  cluster: z.string().nullable(),
  scheduler: z.string().nullable(),
  state: z.enum(['active', 'expired', 'revoked', 'void']).meta({
    description: '`void`: the team, cluster or scheduler that it is for was deleted.',
  }),
  created_by: z.strictObject({ id: z.string(), name: z.string() }),
  created_at: instant,
  expires_at: instant,
  last_used_at: instant.nullable().meta({ description: 'To the minute; null: never.' }),
  revoked_at: instant.nullable(),
}

export const tokenOutput = z.strictObject(tokenFields).meta({ id: 'Token' })

export const newTokenOutput = z
  .strictObject({
    ...tokenFields,
    token: z.string().meta({ description: 'The token. It is answered this once and not kept.' }),
  })
  .meta({ id: 'NewToken' })

export type NewTokenRequest = TokenGrant & { readonly name: string; readonly days: number }

/** A token as people ask for one, with every issue of its shape or else of its content. */
export function readNewToken(json: unknown): Checked<NewTokenRequest> {
  const shape = readShape(tokenInput, json)
  if (!shape.ok) return shape
  const { value } = shape
  const name = value.name.trim()
  return checked({ ...value, name }, [
    ...nameIssues(name),
    ...daysIssues(value.days),
    ...roleIssues(value),
  ])
}

function nameIssues(name: string): readonly Issue[] {
  if (name === '') return [{ path: ['name'], code: 'required', reason: 'This field is required.' }]
  return textIssues(name, ['name'], { charactersMax: NAME_CHARACTERS_MAX, lineBreaks: false })
}

function daysIssues(days: number): readonly Issue[] {
  if (Number.isInteger(days) && days >= 1 && days <= TOKEN_DAYS_MAX) return []
  const reason = `This must be a whole number of days from 1 to ${TOKEN_DAYS_MAX}.`
  return [{ path: ['days'], code: 'token_days', reason }]
}

function roleIssues({ role, team, cluster, scheduler }: TokenGrant): readonly Issue[] {
  if (role === 'scheduler' || scheduler !== null) {
    const isOne = role === 'scheduler' && scheduler !== null && team === null && cluster === null
    return isOne ? [] : [NO_SCHEDULER]
  }
  if (role === 'announcer') {
    if (team !== null && cluster === null) return []
    const reason = 'An announcer is of one team, and of no cluster.'
    return [{ path: ['team'], code: 'required', reason }]
  }
  if (role !== 'admin' || (team === null && cluster === null)) return []
  const reason = 'Within a team or a cluster there are contributors and readers alone.'
  return [{ path: ['role'], code: 'one_of', reason }]
}

const NO_SCHEDULER: Issue = {
  path: ['scheduler'],
  code: 'required',
  reason:
    'A token with the role scheduler names its scheduler, no team and no cluster; no other names one.',
}
