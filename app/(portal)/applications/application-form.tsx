'use client'

import { LabelEditor } from '#components/labels/label-editor.tsx'
import {
  derivedLabels,
  type LabelRow,
  mapOfRows,
  rowsOfMap,
  rowsProblem,
} from '#components/labels/label-rows.ts'
import type { Edited, FormSpec } from '#components/object-form/form-spec.ts'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { SelectField, TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import type { ApplicationJson } from '#lib/domain/object-json.ts'
import { apiCollections, pagePaths } from '#lib/paths.ts'
import { saveApplication } from './actions.ts'

type ApplicationDraft = {
  readonly name: string
  readonly namespace: string
  readonly description: string
  readonly repo_url: string
  readonly repo_branch: string
  readonly repo_path: string
  readonly metadata: readonly LabelRow[]
}

const spec: FormSpec<ApplicationDraft, ApplicationJson> = {
  kind: 'application',
  collection: apiCollections.applications,
  save: saveApplication,
  draftOf: ({ name, namespace, description, repo_url, repo_branch, repo_path, metadata }) => ({
    name,
    namespace,
    description,
    repo_url,
    repo_branch,
    repo_path,
    metadata: rowsOfMap(metadata),
  }),
  bodyOf: ({ metadata, ...fields }) => ({ ...fields, metadata: mapOfRows(metadata) }),
  missing: (draft) => {
    const problem = rowsProblem(draft.metadata)
    return {
      ...(draft.repo_url === '' && { repo_url: 'Say which repository holds the manifests.' }),
      ...(draft.repo_branch === '' && { repo_branch: 'Say which branch, tag or commit.' }),
      ...(draft.repo_path === '' && { repo_path: 'Say which directory; . is the root.' }),
      ...(problem !== null && { metadata: problem }),
    }
  },
  labels: {
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
  json: ApplicationJson | null
  edited: Edited | null
  /** Whose it may be. */
  teams: readonly string[]
}) {
  const form = useObjectForm(spec, {
    draft: json ? spec.draftOf(json) : newApplication(teams[0] ?? ''),
    edited,
  })
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

type Form = ReturnType<typeof useObjectForm<ApplicationDraft, ApplicationJson>>

function WhoseFields({
  form: { draft, set, reasons, edited },
  teams,
}: {
  form: Form
  teams: readonly string[]
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="name"
          label="Name"
          hint={edited ? 'Names never change.' : 'Lower-case letters, digits and -.'}
          readOnly={edited !== null}
          mono
          placeholder="app1"
          reasons={reasons('name')}
          value={draft.name}
          onChange={(name) => set('name', name)}
        />
        {edited ? (
          <TextField
            id="namespace"
            label="Team"
            readOnly
            reasons={{}}
            value={draft.namespace}
            onChange={() => {}}
          />
        ) : (
          <SelectField
            id="namespace"
            label="Team"
            hint="It owns the application, for good."
            choices={teams.map((team) => [team, team] as const)}
            reasons={reasons('namespace')}
            value={draft.namespace}
            onChange={(namespace) => set('namespace', namespace)}
          />
        )}
      </div>
      <TextField
        id="description"
        label="Description"
        reasons={reasons('description')}
        value={draft.description}
        onChange={(description) => set('description', description)}
      />
    </>
  )
}

function SourceFields({ form: { draft, set, reasons } }: { form: Form }) {
  return (
    <>
      <TextField
        id="repo_url"
        label="Repository"
        mono
        placeholder="https://git.example.com/team/app.git"
        reasons={reasons('repo_url')}
        value={draft.repo_url}
        onChange={(url) => set('repo_url', url)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="repo_branch"
          label="Branch, tag or commit"
          hint="The version that runs."
          mono
          placeholder="main"
          reasons={reasons('repo_branch')}
          value={draft.repo_branch}
          onChange={(branch) => set('repo_branch', branch)}
        />
        <TextField
          id="repo_path"
          label="Path"
          hint="The directory of the manifests."
          mono
          placeholder="deploy/app"
          reasons={reasons('repo_path')}
          value={draft.repo_path}
          onChange={(path) => set('repo_path', path)}
        />
      </div>
      <LabelEditor
        id="metadata"
        legend="Labels"
        hint="By these, policies choose the application: watch the impact while you change them."
        noun="label"
        kind="application"
        derived={derivedLabels({ name: draft.name, namespace: draft.namespace })}
        rows={draft.metadata}
        onChange={(metadata) => set('metadata', metadata)}
        reasons={reasons('metadata')}
      />
    </>
  )
}

function newApplication(namespace: string): ApplicationDraft {
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
