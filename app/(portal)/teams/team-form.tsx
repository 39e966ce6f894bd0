'use client'

import { LabelEditor } from '#components/labels/label-editor.tsx'
import { CheckField, ChoiceField } from '#components/object-form/choice-field.tsx'
import type { Edited } from '#components/object-form/form-spec.ts'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import type { TeamJson } from '#lib/domain/object-json.ts'
import { pagePaths } from '#lib/paths.ts'
import { GroupEditor } from './group-editor.tsx'
import { NEW_TEAM, type TeamDraft, teamSpec } from './team-draft.ts'

type Form = ReturnType<typeof useObjectForm<TeamDraft, TeamJson>>

/** A team: who acts for it, and what it may use. */
export function TeamForm({ json, edited }: { json: TeamJson | null; edited: Edited | null }) {
  const draft = json ? teamSpec.draftOf(json) : NEW_TEAM
  const form = useObjectForm(teamSpec, { draft, edited })
  return (
    <ObjectForm
      form={form}
      spec={teamSpec}
      cancelHref={json ? pagePaths.team(json.name) : pagePaths.teams}
    >
      <WhoFields form={form} />
      <WhereFields form={form} />
      <NamespaceFields form={form} />
    </ObjectForm>
  )
}

function WhoFields({ form: { draft, set, reasons, edited } }: { form: Form }) {
  return (
    <>
      <TextField
        id="name"
        label="Name"
        hint={
          edited
            ? 'Names never change.'
            : 'Also the Kubernetes namespace that it gets on each cluster where it runs something.'
        }
        readOnly={edited !== null}
        mono
        placeholder="ieb"
        reasons={reasons('name')}
        value={draft.name}
        onChange={(name) => set('name', name)}
      />
      <TextField
        id="description"
        label="Description"
        reasons={reasons('description')}
        value={draft.description}
        onChange={(description) => set('description', description)}
      />
      <GroupEditor
        groups={draft.groups}
        onChange={(groups) => set('groups', groups)}
        reasons={reasons('groups')}
      />
    </>
  )
}

function WhereFields({ form: { draft, set, reasons } }: { form: Form }) {
  const { cluster_boundary: boundary } = draft
  return (
    <>
      <TextField
        id="source_repos"
        label="Repositories"
        hint="That its applications may come from, one a line; * stands for anything. Empty: any."
        multiline
        mono
        placeholder="https://git.example.com/ieb/*"
        reasons={reasons('source_repos')}
        value={draft.source_repos}
        onChange={(repos) => set('source_repos', repos)}
      />
      <CheckField
        label="May use some clusters only"
        text="Whatever policies say, nothing of the team goes beyond these."
        checked={boundary !== null}
        onChange={(limited) =>
          set('cluster_boundary', limited ? { text: '', unfinished: null } : null)
        }
      />
      {boundary && (
        <SelectorEditor
          id="cluster_boundary"
          legend="Clusters that it may use"
          hint="By their labels; all conditions hold."
          kind="cluster"
          value={boundary}
          onChange={(selector) => set('cluster_boundary', selector)}
          errors={Object.values(reasons('cluster_boundary')).flat()}
        />
      )}
    </>
  )
}

function NamespaceFields({ form: { draft, set, reasons } }: { form: Form }) {
  return (
    <>
      <ChoiceField
        name="network"
        legend="Network"
        value={draft.network}
        onChange={(network) => set('network', network)}
        choices={[
          {
            value: 'namespace',
            title: 'Namespace',
            text: 'In from itself and from who allows it.',
          },
          { value: 'open', title: 'Open', text: 'Both ways, no policy.' },
          { value: 'closed', title: 'Closed', text: 'Neither in nor out.' },
        ]}
      />
      <ChoiceField
        name="kubectl"
        legend="Contributors’ kubectl"
        value={draft.kubectl}
        onChange={(kubectl) => set('kubectl', kubectl)}
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
        id="quota"
        legend="Quota"
        hint="Hard limits of the namespace on each cluster, such as requests.cpu = 4. None: no quota."
        noun="limit"
        kind={null}
        rows={draft.quota}
        onChange={(quota) => set('quota', quota)}
        reasons={reasons('quota')}
      />
    </>
  )
}
