'use client'

import { ChoiceField, CheckField } from '#components/object-form/choice-field.tsx'
import type { Edited, FormSpec } from '#components/object-form/form-spec.ts'
import { ObjectForm } from '#components/object-form/object-form.tsx'
import { SelectField, TextField } from '#components/object-form/text-field.tsx'
import { useObjectForm } from '#components/object-form/use-object-form.ts'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import { type SelectorDraft, textProblem } from '#components/selector/selector-rows.ts'
import type { TargetPolicyJson } from '#lib/domain/object-json.ts'
import type { PolicyEffect } from '#lib/domain/objects.ts'
import { apiCollections, pagePaths } from '#lib/paths.ts'
import { selectorText } from '../selector-text.ts'
import { savePolicy } from './actions.ts'

type PolicyDraft = {
  readonly name: string
  readonly description: string
  /** Empty: the platform. */
  readonly namespace: string
  readonly effect: PolicyEffect
  readonly suspended: boolean
  readonly app_selector: SelectorDraft
  readonly cluster_selector: SelectorDraft
}

const EMPTY: SelectorDraft = { text: '', unfinished: null }

const spec: FormSpec<PolicyDraft, TargetPolicyJson> = {
  kind: 'target-policy',
  collection: apiCollections.targetPolicies,
  save: savePolicy,
  draftOf: (json) => ({
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
  missing: ({ app_selector, cluster_selector }) => ({
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
}

function selectorMissing(
  field: string,
  { text, unfinished }: SelectorDraft,
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
  json: TargetPolicyJson | null
  edited: Edited | null
  /** Whose policy it may be. */
  owners: readonly (readonly [string, string])[]
}) {
  const form = useObjectForm(spec, {
    draft: json ? spec.draftOf(json) : newPolicy(owners[0]?.[0] ?? ''),
    edited,
  })
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

type Form = ReturnType<typeof useObjectForm<PolicyDraft, TargetPolicyJson>>

function WhoseFields({
  form: { draft, set, reasons, edited },
  owners,
}: {
  form: Form
  owners: readonly (readonly [string, string])[]
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="name"
          label="Name"
          hint={edited ? 'Names never change.' : 'Lower-case letters, digits, - and _.'}
          readOnly={edited !== null}
          mono
          placeholder="app1_to_east"
          reasons={reasons('name')}
          value={draft.name}
          onChange={(name) => set('name', name)}
        />
        <SelectField
          id="namespace"
          label="Owner"
          hint={
            draft.namespace === ''
              ? 'May select every team’s applications.'
              : 'Selects this team’s applications only.'
          }
          choices={owners}
          reasons={reasons('namespace')}
          value={draft.namespace}
          onChange={(namespace) => set('namespace', namespace)}
        />
      </div>
      <TextField
        id="description"
        label="Description"
        placeholder="What this is for"
        reasons={reasons('description')}
        value={draft.description}
        onChange={(description) => set('description', description)}
      />
    </>
  )
}

function WhatFields({ form: { draft, set, reasons } }: { form: Form }) {
  return (
    <>
      <ChoiceField
        name="effect"
        legend="Effect"
        value={draft.effect}
        onChange={(effect) => set('effect', effect)}
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
        id="app_selector"
        legend="Applications"
        hint="Which applications, by their labels; all conditions hold."
        kind="application"
        value={draft.app_selector}
        onChange={(selector) => set('app_selector', selector)}
        errors={Object.values(reasons('app_selector')).flat()}
      />
      <SelectorEditor
        id="cluster_selector"
        legend="Clusters"
        hint="On which clusters, by their labels; all conditions hold."
        kind="cluster"
        value={draft.cluster_selector}
        onChange={(selector) => set('cluster_selector', selector)}
        errors={Object.values(reasons('cluster_selector')).flat()}
      />
      <CheckField
        label="Suspended"
        text="As if the policy were not there; it is kept for later."
        checked={draft.suspended}
        onChange={(suspended) => set('suspended', suspended)}
      />
    </>
  )
}

function newPolicy(namespace: string): PolicyDraft {
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
