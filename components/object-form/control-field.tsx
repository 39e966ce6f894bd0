'use client'

import type { ReactNode } from 'react'
import type { FieldReasons } from '#components/api.ts'
import { nameSuggestions } from '#components/completion/object-suggestions.ts'
import { LabelEditor } from '#components/labels/label-editor.tsx'
import { derivedLabels } from '#components/labels/label-rows.ts'
import { SelectorEditor } from '#components/selector/selector-editor.tsx'
import type { FormField } from '#lib/domain/objects/form.ts'
import {
  isKind,
  isLabelled,
  isNamedInTeam,
  type Kind,
  type LabelledKind,
} from '#lib/domain/objects/kinds.ts'
import { CheckField, ChoiceField, ChoicesField } from './choice-field.tsx'
import { ClusterTypeField } from './cluster-type-field.tsx'
import {
  type ControlName,
  EMPTY_SELECTOR,
  type FieldOf,
  type Held,
  type Owners,
} from './controls.ts'
import { DependencyEditor } from './dependency-editor.tsx'
import type { FieldValue, FormValues } from './form-spec.ts'
import { GroupEditor } from './group-editor.tsx'
import { HoursEditor } from './hours-editor.tsx'
import { InstantField } from './instant-field.tsx'
import { OpenHoursField } from './open-hours-field.tsx'
import { NameField } from './name-field.tsx'
import { OverrideField } from './override-field.tsx'
import { PickField } from './pick-field.tsx'
import { QueryEditor } from './query-editor.tsx'
import { QuestionField } from './question-field.tsx'
import { SecretField } from './secret-field.tsx'
import { SeveralField } from './several-field.tsx'
import { SuggestedField } from './suggested-field.tsx'
import { TargetEditor } from './target-editor.tsx'
import { teamSuggestions } from './team-suggestions.ts'
import { selectedApplications, targetSuggestions } from './target-suggestions.ts'
import { TextField } from './text-field.tsx'
import { ValuesField } from './values-field.tsx'
import { WaveEditor } from './wave-editor.tsx'

/** What a control knows about the form around it. */
export type Surroundings = {
  readonly kind: Kind
  readonly isNew: boolean
  readonly owners: Owners
  readonly values: FormValues
}

type Given<V> = {
  readonly id: string
  readonly value: V
  readonly onChange: (value: V) => void
  readonly reasons: FieldReasons
}

type Draw<C extends ControlName> = (
  given: Given<Held[C]>,
  field: FieldOf<C>,
  surroundings: Surroundings,
) => ReactNode

export function ControlField({
  field,
  given,
  ...surroundings
}: Surroundings & { field: FormField; given: Given<FieldValue> }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field's own control, and what it holds
  return (DRAWN[field.control] as Draw<ControlName>)(given, field, surroundings)
}

const DRAWN: { readonly [C in ControlName]: Draw<C> } = {
  name: (given, { hint, placeholder }, { isNew }) => (
    <NameField {...given} isNew={isNew} hint={hint} placeholder={placeholder} />
  ),
  owner: (given, field, surroundings) => (
    <OwnerField given={given} field={field} {...surroundings} />
  ),
  text: (given, field, { values }) => (
    <TextField
      {...given}
      label={field.label}
      hint={field.empty === undefined ? field.hint : `${field.hint} Empty: ${field.empty}.`}
      mono={field.mono}
      placeholder={placeholderOf(field, values)}
    />
  ),
  source: (given, { label, hint, choices }) => (
    <ChoiceField {...given} legend={label} hint={hint} choices={choices} />
  ),
  values: (given, { label, hint, placeholder }) => (
    <ValuesField {...given} label={label} hint={hint} placeholder={placeholder} />
  ),
  lines: (given, { label, hint, placeholder }) => (
    <TextField {...given} label={label} hint={hint} multiline mono placeholder={placeholder} />
  ),
  target: (given, { label, hint, placeholder }, { values }) => (
    <SuggestedField
      {...given}
      label={label}
      hint={hint}
      placeholder={placeholder}
      source={targetSuggestions(selectedApplications(values))}
    />
  ),
  pick: (given, field) => <PickField {...given} field={field} />,
  scheduler: (given, { label, hint, placeholder }) => (
    <SuggestedField
      {...given}
      label={label}
      hint={hint}
      placeholder={placeholder}
      source={nameSuggestions('scheduler')}
    />
  ),
  'cluster-type': (given, { label, hint }) => (
    <ClusterTypeField {...given} label={label} hint={hint} />
  ),
  override: (given, field, { values }) => (
    <OverrideField {...given} field={field} type={textsOf(values, ['type'])['type'] ?? ''} />
  ),
  targets: (given, { label, hint }) => <TargetEditor {...given} legend={label} hint={hint} />,
  instant: (given, { label, hint, isEnd }) => (
    <InstantField {...given} label={label} hint={hint} isEnd={isEnd} />
  ),
  count: (given, { label, hint }) => <TextField {...given} label={label} hint={hint} />,
  choice: (given, { label, hint, choices }) => (
    <ChoiceField {...given} legend={label} hint={hint} choices={choices} />
  ),
  choices: (given, { label, choices }) => (
    <ChoicesField {...given} legend={label} choices={choices} />
  ),
  switch: (given, { label, hint }) => <CheckField {...given} label={label} text={hint} />,
  labels: (given, { label, hint, derived }, { kind, values }) => (
    <LabelEditor
      {...given}
      legend={label}
      hint={hint}
      noun="label"
      kind={isLabelled(kind) ? kind : null}
      derived={derivedLabels(textsOf(values, derived))}
    />
  ),
  entries: (given, { label, hint, noun }) => (
    <LabelEditor {...given} legend={label} hint={hint} noun={noun} kind={null} />
  ),
  selector: (given, { label, hint, of }) => (
    <SelectorEditor {...given} legend={label} hint={hint} kind={labelledKind(of)} />
  ),
  limit: (given, field) => <LimitField given={given} field={field} />,
  'all-or-lines': (given, { label, hint, placeholder }) => (
    <TextField {...given} label={label} hint={hint} multiline mono placeholder={placeholder} />
  ),
  'group-ids': (given, { label, hint }) => (
    <TextField {...given} label={label} hint={hint} multiline mono />
  ),
  groups: (given) => <GroupEditor {...given} />,
  question: (given, { label, hint, placeholder }, { values }) => (
    <QuestionField
      {...given}
      label={label}
      hint={hint}
      placeholder={placeholder}
      of={textsOf(values, ['list', 'at'])}
    />
  ),
  queries: (given, { label, hint }) => <QueryEditor {...given} legend={label} hint={hint} />,
  secret: ({ id, value: { isSet, edit }, onChange, reasons }, { label, hint }) => (
    <SecretField
      {...{ id, label, hint, isSet, edit, reasons }}
      onEdit={(next) => onChange({ isSet, edit: next })}
    />
  ),
  several: (given, { label, choices }) => (
    <SeveralField {...given} legend={label} choices={choices} />
  ),
  hours: (given, { label, hint }) => <HoursEditor {...given} legend={label} hint={hint} />,
  'open-hours': (given, { label, hint }) => (
    <OpenHoursField {...given} legend={label} hint={hint} />
  ),
  waves: (given, { label, hint }) => <WaveEditor {...given} legend={label} hint={hint} />,
  dependencies: (given, { label, hint }, { values }) => (
    <DependencyEditor
      {...given}
      legend={label}
      hint={hint}
      followsBranch={values['follow'] === 'branch'}
    />
  ),
}

/** Read-only for an existing object whose name includes its owner. */
function OwnerField({
  given,
  field: { label, hint, platformHint, placeholder },
  kind,
  isNew,
  owners: { platform, teams },
}: Omit<Surroundings, 'values'> & { given: Given<string>; field: FieldOf<'owner'> }) {
  if (isNamedInTeam(kind) && !isNew) return <TextField {...given} label={label} readOnly mono />
  return (
    <SuggestedField
      {...given}
      label={label}
      hint={given.value === '' && platform ? platformHint : hint}
      placeholder={platform ? 'Platform' : placeholder}
      source={teamSuggestions(teams)}
    />
  )
}

function LimitField({
  given: { value, ...given },
  field: { ask, label, hint, of },
}: {
  given: Given<Held['limit']>
  field: FieldOf<'limit'>
}) {
  return (
    <>
      <CheckField
        {...ask}
        value={value !== null}
        onChange={(isLimited) => given.onChange(isLimited ? EMPTY_SELECTOR : null)}
      />
      {value && (
        <SelectorEditor
          {...given}
          value={value}
          legend={label}
          hint={hint}
          kind={labelledKind(of)}
        />
      )}
    </>
  )
}

function placeholderOf(
  { placeholder, placeholderWith }: FieldOf<'text'>,
  values: FormValues,
): string | undefined {
  const choice = placeholderWith && values[placeholderWith.field]
  return (typeof choice === 'string' && placeholderWith?.choices[choice]) || placeholder
}

function textsOf(values: FormValues, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field]
      return typeof value === 'string' ? [[field, value]] : []
    }),
  )
}

function labelledKind(word: string): LabelledKind {
  if (isKind(word) && isLabelled(word)) return word
  throw new Error(`${word} has no labels to choose by`)
}
