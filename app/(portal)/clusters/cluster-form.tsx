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
import { NameField } from '#components/object-form/name-field.tsx'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import type { ClusterJson } from '#lib/domain/object-json.ts'
import { apiCollections, pagePaths } from '#lib/paths.ts'
import { saveCluster } from './actions.ts'

type ClusterDraft = {
  readonly name: string
  readonly description: string
  readonly shortName: string
  readonly environment: string
  readonly metadata: readonly LabelRow[]
}

const spec: FormSpec<ClusterDraft, ClusterJson> = {
  kind: 'cluster',
  collection: apiCollections.clusters,
  save: saveCluster,
  draftOf: ({ name, description, shortName, environment, metadata }) => ({
    name,
    description,
    shortName,
    environment,
    metadata: rowsOfMap(metadata),
  }),
  bodyOf: ({ metadata, ...fields }) => ({ ...fields, metadata: mapOfRows(metadata) }),
  missing: ({ metadata }): Record<string, string> => {
    const problem = rowsProblem(metadata)
    return problem === null ? {} : { metadata: problem }
  },
  labels: { shortName: 'short name', metadata: 'labels' },
}

const NEW: ClusterDraft = {
  name: '',
  description: '',
  shortName: '',
  environment: '',
  metadata: [{ key: '', value: '' }],
}

/** A cluster, and what its labels make policies place on it. */
export function ClusterForm({ json, edited }: { json: ClusterJson | null; edited: Edited | null }) {
  const form = useObjectForm(spec, { draft: json ? spec.draftOf(json) : NEW, edited })
  const { draft, field } = form
  return (
    <ObjectForm
      form={form}
      spec={spec}
      cancelHref={json ? pagePaths.cluster(json.name) : pagePaths.clusters}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField {...field('name')} isNew={edited === null} placeholder="east-nsw-newcastle-01" />
        <TextField {...field('shortName')} label="Short name" placeholder="cluster1" />
      </div>
      <TextField
        {...field('environment')}
        label="Environment"
        hint="Also the label environment, by which policies can choose."
        mono
        placeholder="prod"
      />
      <TextField
        {...field('description')}
        label="Description"
        placeholder="Where it stands and what for"
      />
      <LabelEditor
        {...field('metadata')}
        legend="Labels"
        hint="By these, policies choose the cluster: watch the impact while you change them."
        noun="label"
        kind="cluster"
        derived={derivedLabels({ name: draft.name, environment: draft.environment })}
      />
    </ObjectForm>
  )
}
