'use client'

import { Plus, TriangleAlert } from 'lucide-react'
import type { Held } from '#components/object-form/controls.ts'
import { namedGroups } from '#components/object-form/group-rows.ts'
import type { EditedState, FieldsJson, FormSpec } from '#components/object-form/form-spec.ts'
import { KindFields } from '#components/object-form/kind-form.tsx'
import { newValues, specOf } from '#components/object-form/kind-spec.ts'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { type ObjectForm as Form, useObjectForm } from '#components/object-form/use-object-form.ts'
import { Banner } from '#components/ui/banner.tsx'
import { Button } from '#components/ui/button.tsx'
import type { LimitsJson } from '#lib/domain/objects/team-request.ts'
import { limitsAfter } from '#lib/domain/objects/team-wish.ts'
import { apiPaths, pagePaths } from '#lib/schemas/paths.ts'
import type { TeamRequestAnswer } from '#lib/usecases/team-requests/read.ts'
import { approveTeamRequest } from '../actions.ts'

/** An admin may write the objects of every owner. */
const OWNERS = { platform: true, teams: 'every' } as const
const OFFERED_MAX = 5

type Asked = { readonly id: string; readonly request: TeamRequestAnswer }

/** The requested team, which an admin may edit before creating it. */
export function ApproveForm({
  id,
  request,
  askerGroups,
}: Asked & { readonly askerGroups: readonly string[] }) {
  const spec = creationOf(id, 'team')
  const { name, purpose: description, cluster_boundary } = request
  const groups = request.groups.map(({ id, role }) => ({ id, role }))
  const values = spec.valuesOf({ name, description, groups, cluster_boundary })
  const form = useObjectForm(spec, { values, edited: null })
  return (
    <>
      <AskerNotice form={form} asker={request.asker.name} groups={askerGroups} />
      <ObjectForm form={form} spec={spec} cancelHref={pagePaths.teamRequests}>
        <KindFields kind="team" form={form} owners={OWNERS} />
      </ObjectForm>
    </>
  )
}

/** The requested cluster, which an admin may edit before creating it. */
export function ApproveClusterForm({ id, request }: Asked) {
  const spec = creationOf(id, 'cluster')
  const values = newValues('cluster', OWNERS, { ...request.cluster })
  const form = useObjectForm(spec, { values, edited: null })
  return (
    <ObjectForm form={form} spec={spec} cancelHref={pagePaths.teamRequests}>
      <KindFields kind="cluster" form={form} owners={OWNERS} />
    </ObjectForm>
  )
}

/** The limits that the team will have, which an admin may narrow. It saves and is previewed as any edit of the team. */
export function ApproveLimitsForm({
  id,
  request,
  team,
  edited,
}: Asked & {
  /** As it is now. */
  readonly team: FieldsJson & LimitsJson
  readonly edited: EditedState
}) {
  const spec = editOf(id)
  const { cluster_boundary: _boundary, quota: _quota, ...rest } = team
  const form = useObjectForm(spec, {
    base: spec.valuesOf(team),
    values: spec.valuesOf({ ...rest, ...limitsAfter(team, request) }),
    edited,
  })
  return (
    <ObjectForm form={form} spec={spec} cancelHref={pagePaths.teamRequests}>
      <KindFields kind="team" form={form} owners={OWNERS} only={LIMITS} />
    </ObjectForm>
  )
}

const LIMITS = ['cluster_boundary', 'quota']

/** Of a team that exists: an ordinary edit previews it. */
function editOf(id: string): FormSpec {
  const spec = specOf('team', OWNERS, ({ ref: _ref, body, reason, ...seen }) =>
    approveTeamRequest({ id, body: { team: body, reason }, ...seen }),
  )
  return { ...spec, within: 'team', action: 'Approve' }
}

/** Of something new: the request itself previews it, in the shape that approves it. */
function creationOf(id: string, kind: 'team' | 'cluster'): FormSpec {
  const spec = specOf(kind, OWNERS, ({ ref: _ref, body, reason, ...seen }) =>
    approveTeamRequest({ id, body: { ...body, reason }, ...seen }),
  )
  return {
    ...spec,
    collection: apiPaths.approveTeamRequest(id),
    bodyOf: (values) => ({ [kind]: spec.bodyOf(values) }),
    within: kind,
    action: 'Approve',
  }
}

/** Says that the asker wouldn't see the team as it stands in the form, and adds a group of theirs to it. */
function AskerNotice({
  form,
  asker,
  groups,
}: {
  form: Form
  asker: string
  groups: readonly string[]
}) {
  const warnings = form.view.impact?.warnings ?? []
  if (!warnings.some(({ code }) => code === 'asker_sees_no_team')) return null
  const add = (id: string) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the control of groups holds
    const rows = form.values['groups'] as Held['groups']
    form.set('groups', [...namedGroups(rows), { id, role: 'contributor' }])
  }
  return (
    <Banner
      tone="warn"
      icon={TriangleAlert}
      actions={groups.slice(0, OFFERED_MAX).map((id) => (
        <Button key={id} className="max-w-full" onClick={() => add(id)}>
          <Plus aria-hidden className="size-4 shrink-0" />
          <span className="truncate" title={id}>
            Add {id}
          </span>
        </Button>
      ))}
    >
      {asker} would not see this team: none of their groups is among its groups.
    </Banner>
  )
}
