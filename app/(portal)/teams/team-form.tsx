'use client'

import { LabelEditor } from '#components/labels/label-editor.tsx'
import { CheckField, ChoiceField } from '#components/object-form/choice-field.tsx'
import type { EditedState } from '#components/object-form/form-spec.ts'
import { NameField } from '#components/object-form/name-field.tsx'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { GroupEditor } from './group-editor.tsx'
import { NEW_TEAM, type TeamValues, teamSpec } from './team-values.ts'

type Form = ReturnType<typeof useObjectForm<TeamValues, JsonOfKind<'team'>>>

/** A team: who acts for it, and what it may use. */
export function TeamForm({
  json,
  edited,
}: {
  json: JsonOfKind<'team'> | null
  edited: EditedState | null
}) {
  const values = json ? teamSpec.valuesOf(json) : NEW_TEAM
  const form = useObjectForm(teamSpec, { values, edited })
  return (
    <ObjectForm
      form={form}
      spec={teamSpec}
      cancelHref={json ? pagePaths.team(json.name) : pagePaths.teams}
    >
      <TeamFields form={form} />
    </ObjectForm>
  )
}

export function TeamFields({ form }: { form: Form }) {
  return (
    <>
      <WhoFields form={form} />
      <WhereFields form={form} />
      <NamespaceFields form={form} />
    </>
  )
}

function WhoFields({ form: { field, edited } }: { form: Form }) {
  return (
    <>
      <NameField
        {...field('name')}
        isNew={edited === null}
        hint="Also the Kubernetes namespace that it gets on each cluster where it runs something."
        placeholder="ieb"
      />
      <TextField {...field('description')} label="Description" />
      <GroupEditor {...field('groups')} />
    </>
  )
}

function WhereFields({ form: { values, field, set } }: { form: Form }) {
  const { cluster_boundary: boundary } = values
  return (
    <>
      <TextField
        {...field('source_repos')}
        label="Repositories"
        hint="That its applications may come from, one exact address a line. Empty: any that no other team lists."
        multiline
        mono
        placeholder="https://git.example.com/ieb/app1.git"
      />
      <CheckField
        label="May use some clusters only"
        text="Whatever policies say, nothing of the team goes beyond these."
        value={boundary !== null}
        onChange={(limited) =>
          set('cluster_boundary', limited ? { text: '', unfinished: null } : null)
        }
      />
      {boundary && (
        <SelectorEditor
          {...field('cluster_boundary')}
          value={boundary}
          legend="Clusters that it may use"
          hint="By their labels; all conditions hold."
          kind="cluster"
        />
      )}
    </>
  )
}

function NamespaceFields({ form: { field } }: { form: Form }) {
  return (
    <>
      <ChoiceField
        {...field('network')}
        legend="Network"
        choices={[
          {
            value: 'namespace',
            title: 'Namespace',
            text: 'In from itself and from who allows it.',
          },
          { value: 'open', title: 'Open', text: 'Both ways.' },
          { value: 'closed', title: 'Closed', text: 'Within itself alone, and to DNS.' },
        ]}
      />
      <ChoiceField
        {...field('kubectl')}
        legend="Contributors’ kubectl"
        choices={[
          { value: 'view', title: 'View', text: 'They look; Git alone changes things.' },
          {
            value: 'edit',
            title: 'Edit',
            text: 'They may change things in the namespace by hand.',
          },
        ]}
      />
      <LabelEditor
        {...field('quota')}
        legend="Quota"
        hint="Hard limits of the namespace on each cluster, such as requests.cpu = 4. None: no quota."
        noun="limit"
        kind={null}
      />
    </>
  )
}
