// The review of access: a row for each group or app role that gives somebody a role.
import { z } from 'zod'
import { searched, text } from '#lib/domain/lists/parameters.ts'
import { type ReviewedRole, reviewAccessUseCase } from '#lib/usecases/access/review.ts'
import { defineList, type RowForms } from './list.ts'
import { reviewPosition } from './positions.ts'

export const accessReviewList = defineList({
  parameters: z.object({
    q: searched('Part of the name, the e-mail address or the subject.'),
    namespace: text('Only roles in this team.'),
  }),
  isOfNow: true,
  position: reviewPosition,
  useCase: reviewAccessUseCase,
  input: ({ q, namespace }, { after, limit }) => ({
    filter: { text: q, team: namespace },
    after,
    limit,
  }),
})

export const accessReviewRows: RowForms<ReviewedRole> = {
  json: (row) => ({
    subject: row.subject,
    name: row.name,
    email: row.email,
    signed_in_at: row.signedInAt?.toISOString() ?? null,
    namespace: row.team === '' ? null : row.team,
    role: row.role,
    source: row.source,
    value: row.value,
    description: row.description,
    role_binding: roleBindingOf(row),
  }),
  columns: {
    subject: ({ subject }) => subject,
    name: ({ name }) => name,
    email: ({ email }) => email,
    signed_in_at: ({ signedInAt }) => signedInAt,
    namespace: ({ team }) => (team === '' ? null : team),
    role: ({ role }) => role,
    source: ({ source }) => source,
    value: ({ value }) => value,
    description: ({ description }) => description,
    role_binding: roleBindingOf,
  },
}

/** As namespace and name, on each cluster where the team has an application; null: none follows from it. */
export function roleBindingOf({ team, clusterRole }: ReviewedRole): string | null {
  return clusterRole === null ? null : `${team}/berth-${clusterRole}`
}
