'use client'

import { ChoiceField, CheckField } from '#components/object-form/choice-field.tsx'
import type { EditedState, FormSpec } from '#components/object-form/form-spec.ts'
import { NameField } from '#components/object-form/name-field.tsx'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { TeamField } from '#components/object-form/team-field.tsx'
import { firstTeam, type WritableTeams } from '#components/object-form/team-suggestions.ts'
import { TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import { type TypedSelector, textProblem } from '#components/selector/selector-rows.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import type { PolicyEffect } from '#lib/domain/objects/objects.ts'
import { apiCollection, pagePaths } from '#lib/schemas/paths.ts'
import { selectorText } from '../selector-text.ts'
import { savePolicy } from './actions.ts'

type PolicyValues = {
  readonly name: string
  readonly description: string
  /** Empty: the platform. */
  readonly namespace: string
  readonly effect: PolicyEffect
  readonly suspended: boolean
  readonly app_selector: TypedSelector
  readonly cluster_selector: TypedSelector
}

/** Whose policies the visitor may write: the platform's, and these teams'. */
export type PolicyOwners = { readonly platform: boolean; readonly teams: WritableTeams }

const EMPTY: TypedSelector = { text: '', unfinished: null }

const specFor = ({
  platform,
}: PolicyOwners): FormSpec<PolicyValues, JsonOfKind<'target-policy'>> => ({
  kind: 'target-policy',
  collection: apiCollection('target-policy'),
  save: savePolicy,
  valuesOf: (json) => ({
    name: json.name,
    description: json.description,
    namespace: json.namespace ?? '',
    effect: json.effect,
    suspended: json.suspended,
    app_selector: { text: selectorText(json.app_selector), unfinished: null },
    cluster_selector: { text: selectorText(json.cluster_selector), unfinished: null },
  }),
  bodyOf: ({ namespace, app_selector, cluster_selector, ...fields }) => ({
    ...fields,
    ...(namespace !== '' && { namespace }),
    app_selector: app_selector.text,
    cluster_selector: cluster_selector.text,
  }),
  missing: ({ namespace, app_selector, cluster_selector }) => ({
    ...(namespace === '' && !platform && { namespace: 'Choose the team that owns it.' }),
    ...selectorMissing('app_selector', app_selector, 'Choose which applications.'),
    ...selectorMissing('cluster_selector', cluster_selector, 'Choose which clusters.'),
  }),
  labels: {
    description: 'description',
    namespace: 'owner',
    effect: 'effect',
    suspended: 'suspended',
    app_selector: 'applications',
    cluster_selector: 'clusters',
  },
})

function selectorMissing(
  field: string,
  { text, unfinished }: TypedSelector,
  empty: string,
): Record<string, string> {
  const problem = unfinished ?? (text.trim() === '' ? empty : textProblem(text))
  return problem === null ? {} : { [field]: problem }
}

/** "These applications on these clusters", and what that does. */
export function PolicyForm({
  json,
  edited,
  owners,
}: {
  /** Null: a new policy. */
  json: JsonOfKind<'target-policy'> | null
  edited: EditedState | null
  owners: PolicyOwners
}) {
  const spec = specFor(owners)
  const values = json
    ? spec.valuesOf(json)
    : newPolicy(owners.platform ? '' : firstTeam(owners.teams))
  const form = useObjectForm(spec, { values, edited })
  return (
    <ObjectForm
      form={form}
      spec={spec}
      cancelHref={json ? pagePaths.policy(json.name) : pagePaths.policies}
    >
      <WhoseFields form={form} owners={owners} />
      <WhatFields form={form} />
    </ObjectForm>
  )
}

type Form = ReturnType<typeof useObjectForm<PolicyValues, JsonOfKind<'target-policy'>>>

function WhoseFields({
  form: { values, field, edited },
  owners: { teams, platform },
}: {
  form: Form
  owners: PolicyOwners
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameField
          {...field('name')}
          isNew={edited === null}
          hint="Lower-case letters, digits, - and _."
          placeholder="app1_to_east"
        />
        <TeamField
          {...field('namespace')}
          label="Owner"
          hint={
            values.namespace === '' && platform
              ? 'The platform’s: it may select every team’s applications.'
              : 'A team’s policy selects that team’s applications only.'
          }
          placeholder={platform ? 'The platform' : 'Search for a team'}
          teams={teams}
        />
      </div>
      <TextField {...field('description')} label="Description" placeholder="What this is for" />
    </>
  )
}

function WhatFields({ form: { field } }: { form: Form }) {
  return (
    <>
      <ChoiceField
        {...field('effect')}
        legend="Effect"
        choices={[
          {
            value: 'include',
            title: 'Include',
            text: 'Place these applications on these clusters.',
          },
          {
            value: 'exclude',
            title: 'Exclude',
            text: 'Keep them off, whatever other policies say.',
          },
        ]}
      />
      <SelectorEditor
        {...field('app_selector')}
        legend="Applications"
        hint="Which applications, by their labels; all conditions hold."
        kind="application"
      />
      <SelectorEditor
        {...field('cluster_selector')}
        legend="Clusters"
        hint="On which clusters, by their labels; all conditions hold."
        kind="cluster"
      />
      <CheckField
        {...field('suspended')}
        label="Suspended"
        text="As if the policy were not there; it is kept for later."
      />
    </>
  )
}

function newPolicy(namespace: string): PolicyValues {
  return {
    name: '',
    description: '',
    namespace,
    effect: 'include',
    suspended: false,
    app_selector: EMPTY,
    cluster_selector: EMPTY,
  }
}
