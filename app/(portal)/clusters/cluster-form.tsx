'use client'

import type { Gravity } from '#components/impact/confirm-dialog.tsx'
import { LabelEditor } from '#components/labels/label-editor.tsx'
import {
  derivedLabels,
  type LabelRow,
  mapOfRows,
  rowsOfMap,
  rowsProblem,
} from '#components/labels/label-rows.ts'
import { ChoiceField } from '#components/object-form/choice-field.tsx'
import type { EditedState, FormSpec } from '#components/object-form/form-spec.ts'
import { NameField } from '#components/object-form/name-field.tsx'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import { CONFINEMENT_WORDS } from '#components/objects/confinement.tsx'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import { CONFINEMENTS } from '#lib/domain/objects/cluster/confinement.ts'
import type { Confinement, DefaultProject } from '#lib/domain/objects/objects.ts'
import { apiCollection, pagePaths } from '#lib/schemas/paths.ts'
import { saveCluster } from './actions.ts'

type ClusterValues = {
  readonly name: string
  readonly description: string
  readonly shortName: string
  readonly environment: string
  readonly argocd_namespace: string
  readonly default_project: DefaultProject
  readonly confinement: Confinement
  readonly metadata: readonly LabelRow[]
}

const spec: FormSpec<ClusterValues, JsonOfKind<'cluster'>> = {
  kind: 'cluster',
  collection: apiCollection('cluster'),
  save: saveCluster,
  valuesOf: ({ metadata, ...fields }) => ({
    ...fields,
    argocd_namespace: fields.argocd_namespace ?? '',
    default_project: fields.default_project ?? 'keep',
    metadata: rowsOfMap(metadata),
  }),
  bodyOf: ({ metadata, argocd_namespace: namespace, ...fields }) => ({
    ...fields,
    ...(namespace !== '' && { argocd_namespace: namespace }),
    metadata: mapOfRows(metadata),
  }),
  missing: ({ metadata }): Record<string, string> => {
    const problem = rowsProblem(metadata)
    return problem === null ? {} : { metadata: problem }
  },
  labels: {
    shortName: 'short name',
    metadata: 'labels',
    argocd_namespace: 'Argo CD’s namespace',
    default_project: 'Argo CD’s project default',
    confinement: 'isolation of teams',
  },
  gravityOf: (base, { name, confinement }) =>
    confinement === 'project' && base.confinement !== 'project' ? unprotected(name) : null,
}

function unprotected(cluster: string): Gravity {
  return {
    text: `It takes away what keeps teams apart on ${cluster}: any of them can then become its administrator.`,
    asked: { id: 'confirm-isolation', label: `Type ${cluster} to go on`, text: cluster },
  }
}

const NEW: ClusterValues = {
  name: '',
  description: '',
  shortName: '',
  environment: '',
  argocd_namespace: '',
  default_project: 'keep',
  confinement: 'account',
  metadata: [{ key: '', value: '' }],
}

/** A cluster, and what its labels make policies place on it. */
export function ClusterForm({
  json,
  edited,
}: {
  json: JsonOfKind<'cluster'> | null
  edited: EditedState | null
}) {
  const form = useObjectForm(spec, { values: json ? spec.valuesOf(json) : NEW, edited })
  const { values, field } = form
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
        derived={derivedLabels({ name: values.name, environment: values.environment })}
      />
      <ArgocdFields form={form} />
    </ObjectForm>
  )
}

type Form = ReturnType<typeof useObjectForm<ClusterValues, JsonOfKind<'cluster'>>>

function ArgocdFields({ form: { field } }: { form: Form }) {
  return (
    <>
      <TextField
        {...field('argocd_namespace')}
        label="Argo CD’s namespace"
        hint="Where Argo CD runs on this cluster, if it is not where it runs on the others. It can change only while nothing is placed here."
        mono
        placeholder="openshift-gitops"
      />
      <ChoiceField
        {...field('confinement')}
        legend="Isolation of teams"
        choices={CONFINEMENTS.map((value) => ({ value, ...CONFINEMENT_WORDS[value] }))}
      />
      <ChoiceField
        {...field('default_project')}
        legend="Argo CD’s project default"
        choices={[
          {
            value: 'keep',
            title: 'Leave it',
            text: 'Berth doesn’t touch it. A fresh one permits everything to whoever may make Applications.',
          },
          {
            value: 'empty',
            title: 'Empty it',
            text: 'It permits nothing: every Application in it stops syncing, often Argo CD’s own.',
          },
        ]}
      />
    </>
  )
}
