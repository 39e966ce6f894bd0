'use client'

import { CheckField } from '#components/object-form/choice-field.tsx'
import { NameField } from '#components/object-form/name-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import { pagePaths } from '#lib/schemas/paths.ts'
import { AskingForm } from '../asking-form.tsx'
import { ClusterCount } from './cluster-count.tsx'
import { GroupFields } from './group-fields.tsx'
import { useRequestForm } from './use-request-form.ts'

type Form = ReturnType<typeof useRequestForm>

/** Asks for a team: its name, who acts for it, what it is for, and where it should run. */
export function RequestForm({
  groups,
  readsClusters,
  visitor,
}: {
  /** The asker's own groups; empty: none is known. */
  groups: readonly string[]
  readsClusters: boolean
  /** Who asks. */
  visitor: string
}) {
  const form = useRequestForm(groups)
  return (
    <AskingForm form={form} visitor={visitor} cancelHref={pagePaths.teamRequests}>
      <NameField
        {...form.field('name')}
        isNew
        hint="Also the Kubernetes namespace that the team gets where it runs something."
        placeholder="ieb"
      />
      <TextField
        {...form.field('purpose')}
        label="Purpose"
        hint="What the team is for: whoever decides reads it, and it becomes the team’s description."
        multiline
      />
      <GroupFields {...form.field('groups')} own={groups} />
      <BoundaryFields form={form} readsClusters={readsClusters} />
    </AskingForm>
  )
}

function BoundaryFields({ form, readsClusters }: { form: Form; readsClusters: boolean }) {
  const { cluster_boundary: boundary } = form.values
  const field = form.field('cluster_boundary')
  return (
    <>
      <CheckField
        label="Needs some clusters only"
        text="Such as those of one region. Otherwise the team may use any, as policies say."
        value={boundary !== null}
        onChange={(limited) => field.onChange(limited ? { text: '', unfinished: null } : null)}
      />
      {boundary && (
        <div>
          <SelectorEditor
            {...field}
            value={boundary}
            legend="Clusters that it needs"
            hint="By their labels; all conditions hold."
            kind="cluster"
          />
          {readsClusters && <ClusterCount selector={boundary} />}
        </div>
      )}
    </>
  )
}
