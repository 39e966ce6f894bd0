'use client'

import type { FormSpec } from '#components/object-form/form-spec.ts'
import { KindFields } from '#components/object-form/kind-form.tsx'
import { specOf } from '#components/object-form/kind-spec.ts'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import type { TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'
import { approveTeamRequest } from '../actions.ts'

/** An admin may write the objects of every owner. */
const OWNERS = { platform: true, teams: 'every' } as const

/** The requested team, which an admin may edit before creating it. */
export function ApproveForm({ id, request }: { id: string; request: TeamRequestAnswer }) {
  const spec = approvalOf(id)
  const { name, cluster_boundary } = request
  const groups = request.groups.map(({ id, role }) => ({ id, role }))
  const values = spec.valuesOf({ name, groups, cluster_boundary })
  const form = useObjectForm(spec, { values, edited: null })
  return (
    <ObjectForm form={form} spec={spec} cancelHref={pagePaths.teamRequests}>
      <KindFields kind="team" form={form} owners={OWNERS} />
    </ObjectForm>
  )
}

function approvalOf(id: string): FormSpec {
  const team = specOf('team', OWNERS, ({ ref: _new, etag: _none, body, reason, ...seen }) =>
    approveTeamRequest({ id, body: { ...body, reason }, ...seen }),
  )
  return {
    ...team,
    collection: apiPaths.approveTeamRequest(id),
    bodyOf: (values) => ({ team: team.bodyOf(values) }),
    within: 'team',
    action: 'Approve',
  }
}
