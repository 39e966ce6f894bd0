'use client'

import type { FormSpec } from '#components/object-form/form-spec.ts'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import type { TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'
import { selectorText } from '../../selector-text.ts'
import { NEW_TEAM, type TeamValues, teamSpec } from '../../teams/team-values.ts'
import { TeamFields } from '../../teams/team-form.tsx'
import { approveTeamRequest } from '../actions.ts'

/** The team that is asked for, for an admin to edit and to make. */
export function ApproveForm({ id, request }: { id: string; request: TeamRequestAnswer }) {
  const spec = specOf(id)
  const form = useObjectForm(spec, { values: valuesOf(request), edited: null })
  return (
    <ObjectForm form={form} spec={spec} cancelHref={pagePaths.teamRequests}>
      <TeamFields form={form} />
    </ObjectForm>
  )
}

function specOf(id: string): FormSpec<TeamValues, JsonOfKind<'team'>> {
  return {
    ...teamSpec,
    collection: apiPaths.approveTeamRequest(id),
    save: async (request) => approveTeamRequest({ ...request, ref: { name: id } }),
    bodyOf: (values) => ({ team: teamSpec.bodyOf(values) }),
    within: 'team',
    action: 'Approve',
  }
}

function valuesOf({ name, groups, cluster_boundary: boundary }: TeamRequestAnswer): TeamValues {
  return {
    ...NEW_TEAM,
    name,
    groups: groups.map(({ id, role }) => ({ id, role })),
    cluster_boundary:
      boundary === undefined ? null : { text: selectorText(boundary), unfinished: null },
  }
}
