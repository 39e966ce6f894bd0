'use client'

import { LabelEditor } from '#components/labels/label-editor.tsx'
import {
  derivedLabels,
  type LabelRow,
  mapOfRows,
  rowsOfMap,
  rowsProblem,
} from '#components/labels/label-rows.ts'
import type { EditedState, FormSpec } from '#components/object-form/form-spec.ts'
import { NameField } from '#components/object-form/name-field.tsx'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { TeamField } from '#components/object-form/team-field.tsx'
import { firstTeam, type WritableTeams } from '#components/object-form/team-suggestions.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { apiCollection, pagePaths } from '#lib/schemas/paths.ts'
import { saveApplication } from './actions.ts'

type ApplicationValues = {
  readonly name: string
  readonly namespace: string
  readonly description: string
  readonly repo_url: string
  readonly repo_branch: string
  readonly repo_path: string
  readonly metadata: readonly LabelRow[]
}

const spec: FormSpec<ApplicationValues, JsonOfKind<'application'>> = {
  kind: 'application',
  collection: apiCollection('application'),
  save: saveApplication,
  valuesOf: ({ name, namespace, description, repo_url, repo_branch, repo_path, metadata }) => ({
    name,
    namespace,
    description,
    repo_url,
    repo_branch,
    repo_path,
    metadata: rowsOfMap(metadata),
  }),
  bodyOf: ({ metadata, ...fields }) => ({ ...fields, metadata: mapOfRows(metadata) }),
  missing: (values) => {
    const problem = rowsProblem(values.metadata)
    return {
      ...(values.namespace === '' && { namespace: 'Choose the team that owns it.' }),
      ...(values.repo_url === '' && { repo_url: 'Say which repository holds the manifests.' }),
      ...(values.repo_branch === '' && { repo_branch: 'Say which branch, tag or commit.' }),
      ...(values.repo_path === '' && { repo_path: 'Say which directory; . is the root.' }),
      ...(problem !== null && { metadata: problem }),
    }
  },
  labels: {
    namespace: 'team',
    repo_url: 'repository',
    repo_branch: 'branch, tag or commit',
    repo_path: 'path',
    metadata: 'labels',
  },
}

/** An application: where its manifests are, and by which labels policies choose it. */
export function ApplicationForm({
  json,
  edited,
  teams,
}: {
  json: JsonOfKind<'application'> | null
  edited: EditedState | null
  /** Whose it may be. */
  teams: WritableTeams
}) {
  const values = json ? spec.valuesOf(json) : newApplication(firstTeam(teams))
  const form = useObjectForm(spec, { values, edited })
  return (
    <ObjectForm
      form={form}
      spec={spec}
      cancelHref={json ? pagePaths.application(json.namespace, json.name) : pagePaths.applications}
    >
      <WhoseFields form={form} teams={teams} />
      <SourceFields form={form} />
    </ObjectForm>
  )
}

type Form = ReturnType<typeof useObjectForm<ApplicationValues, JsonOfKind<'application'>>>

function WhoseFields({ form: { field, edited }, teams }: { form: Form; teams: WritableTeams }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField {...field('name')} isNew={edited === null} placeholder="app1" />
        {edited ? (
          <TextField {...field('namespace')} label="Team" readOnly mono />
        ) : (
          <TeamField
            {...field('namespace')}
            label="Team"
            hint="It owns the application, for good."
            placeholder="Search by name"
            teams={teams}
          />
        )}
      </div>
      <TextField {...field('description')} label="Description" />
    </>
  )
}

function SourceFields({ form: { values, field } }: { form: Form }) {
  return (
    <>
      <TextField
        {...field('repo_url')}
        label="Repository"
        mono
        placeholder="https://git.example.com/team/app.git"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('repo_branch')}
          label="Branch, tag or commit"
          hint="The version that runs."
          mono
          placeholder="main"
        />
        <TextField
          {...field('repo_path')}
          label="Path"
          hint="The directory of the manifests."
          mono
          placeholder="deploy/app"
        />
      </div>
      <LabelEditor
        {...field('metadata')}
        legend="Labels"
        hint="By these, policies choose the application: watch the impact while you change them."
        noun="label"
        kind="application"
        derived={derivedLabels({ name: values.name, namespace: values.namespace })}
      />
    </>
  )
}

function newApplication(namespace: string): ApplicationValues {
  return {
    name: '',
    namespace,
    description: '',
    repo_url: '',
    repo_branch: 'main',
    repo_path: '',
    metadata: [{ key: '', value: '' }],
  }
}
