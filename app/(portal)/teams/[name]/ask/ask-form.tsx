'use client'

import { LabelEditor } from '#components/labels/label-editor.tsx'
import { ChoiceField } from '#components/object-form/choice-field.tsx'
import { TextField } from '#components/object-form/text-field.tsx'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import { selectorText } from '#components/selector/selector-text.ts'
import type { LimitsJson, WishedFor } from '#lib/domain/objects/team-request.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { AskingForm } from '../../../team-requests/asking-form.tsx'
import { useAskForm } from './use-ask-form.ts'

type Form = ReturnType<typeof useAskForm>

const CHOICES = [
  {
    value: 'limits',
    title: 'Other limits',
    text: 'More of the clusters that there are, or a larger quota.',
  },
  { value: 'cluster', title: 'A cluster', text: 'One that is not there yet.' },
] as const

/** Asks for other limits of a team or for a cluster, and says what for. */
export function AskForm({
  team,
  limits,
  wished,
  clusters,
  visitor,
}: {
  team: string
  /** What the team has. */
  limits: LimitsJson
  /** What is chosen at first; null: limits, where the team has any. */
  wished: WishedFor | null
  /** The clusters that are wanted, as a selector; null: nobody said. */
  clusters: string | null
  /** Who asks. */
  visitor: string
}) {
  const form = useAskForm(team, limits, { wished, clusters })
  const { reasons: _, ...choice } = form.field('asksFor')
  return (
    <AskingForm form={form} visitor={visitor} cancelHref={pagePaths.team(team)}>
      <ChoiceField {...choice} legend="What the team needs" choices={CHOICES} />
      {form.values.asksFor === 'limits' ? (
        <LimitsFields form={form} limits={limits} />
      ) : (
        <ClusterFields form={form} />
      )}
      <TextField
        {...form.field('purpose')}
        label="Purpose"
        hint="What it is for: whoever decides reads it."
        multiline
      />
    </AskingForm>
  )
}

function LimitsFields({
  form,
  limits: { cluster_boundary: boundary, quota },
}: {
  form: Form
  limits: LimitsJson
}) {
  return (
    <>
      {boundary === undefined ? (
        <p className="text-muted">The team may use every cluster already.</p>
      ) : (
        <SelectorEditor
          {...form.field('cluster_boundary')}
          legend="Clusters that it is to use"
          hint={`By their labels; all conditions hold. Now: ${selectorText(boundary)}`}
          kind="cluster"
        />
      )}
      {quota === undefined ? (
        <p className="text-muted">The team has no quota, so nothing limits what it runs.</p>
      ) : (
        <LabelEditor
          {...form.field('quota')}
          legend="Quota"
          hint="What the team has: change the amounts that it needs larger. What you remove stays as it is."
          noun="limit"
          kind={null}
        />
      )}
    </>
  )
}

function ClusterFields({ form }: { form: Form }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('cluster.name')}
          label="Name"
          hint="Optional: whoever makes it may name it."
          mono
          placeholder="west-wa-perth-01"
        />
        <TextField
          {...form.field('cluster.environment')}
          label="Environment"
          mono
          placeholder="prod"
        />
      </div>
      <LabelEditor
        {...form.field('cluster.metadata')}
        legend="Labels"
        hint="What the cluster is to be like: by these, policies choose it."
        noun="label"
        kind="cluster"
      />
    </>
  )
}
