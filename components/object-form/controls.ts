// For each control of a form: its initial value, how it reads a field's JSON and writes it back, and what is still missing.
import { type LabelRow, mapOfRows, rowsOfMap, rowsProblem } from '#components/labels/label-rows.ts'
import { textProblem, type TypedSelector } from '#components/selector/selector-rows.ts'
import { selectorText } from '#components/selector/selector-text.ts'
import type { SelectorJson } from '#lib/domain/labels/selector-format.ts'
import type { FormField } from '#lib/domain/objects/form.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import type { SecretState } from '#lib/domain/objects/secret-rule.ts'
import type { WeeklyHours } from '#lib/domain/observed/planned-silence.ts'
import {
  type DependenciesJson,
  dependenciesOfText,
  dependenciesProblem,
  NO_DEPENDENCIES,
  textOfDependencies,
  type TypedDependencies,
} from './dependency-rows.ts'
import { type GroupRow, namedGroups } from './group-rows.ts'
import type { OpenHours } from './open-hours-field.tsx'
import { type QueryRow, writtenQueries } from './query-rows.ts'
import type { SecretEdit } from './secret-field.tsx'
import { linesOf } from './lines.ts'
import { type PickJson, pickProblem, sentPick, type TypedPick, typedPick } from './pick-rows.ts'
import { type TargetRow, type TargetsJson, targetsOfRows, targetsProblem } from './target-rows.ts'
import { firstTeam, type WritableTeams } from './team-suggestions.ts'
import { choiceOfSource, type SourceJson, sourceOfChoice } from './source-choice.ts'
import { NO_VALUES, type TypedValues, typedValues, type ValuesJson } from './typed-values.ts'
import { typedNumber } from './typed-number.ts'
import {
  REST_ROW,
  rowsOfWaves,
  type WaveRow,
  type WavesJson,
  wavesOfRows,
  wavesProblem,
} from './wave-rows.ts'

/** The owners whose objects the visitor may write. */
export type Owners = { readonly platform: boolean; readonly teams: WritableTeams }

/** The value of each control. */
export type Held = {
  readonly name: string
  /** Empty: the platform. */
  readonly owner: string
  readonly text: string
  readonly lines: string
  readonly count: string
  readonly choice: string
  readonly choices: readonly string[]
  readonly switch: boolean
  readonly labels: readonly LabelRow[]
  readonly entries: readonly LabelRow[]
  readonly selector: TypedSelector
  /** Null: no limit. */
  readonly limit: TypedSelector | null
  readonly groups: readonly GroupRow[]
  readonly 'group-ids': string
  readonly 'all-or-lines': string
  readonly instant: string
  readonly question: string
  readonly queries: readonly QueryRow[]
  /** Whether there is one, and what becomes of it. */
  readonly secret: { readonly isSet: boolean; readonly edit: SecretEdit }
  readonly several: readonly string[]
  readonly hours: readonly WeeklyHours[]
  readonly 'open-hours': OpenHours
  readonly waves: readonly WaveRow[]
  readonly target: string
  readonly targets: readonly TargetRow[]
  /** Null: all. */
  readonly pick: TypedPick | null
  readonly scheduler: string
  readonly 'cluster-type': string
  readonly override: string
  readonly dependencies: TypedDependencies
  readonly source: string
  readonly values: TypedValues
}
export type ControlName = keyof Held

export type FieldOf<C extends ControlName> = Extract<FormField, { readonly control: C }>

type Control<C extends ControlName, Json> = {
  readonly initial: (field: FieldOf<C>, owners: Owners) => Held[C]
  /** Undefined: the JSON lacks the field. */
  readonly read: (json: Json | undefined, field: FieldOf<C>) => Held[C]
  /** Undefined: nothing is sent. `isNew`: there is no such object yet. */
  readonly write: (value: Held[C], field: FieldOf<C>, isNew: boolean) => unknown
  /** Why it can't be sent yet; null: it can. */
  readonly missing: (value: Held[C], field: FieldOf<C>, owners: Owners) => string | null
}

type StringMap = Readonly<Record<string, string>>

type OpenHoursJson = NonNullable<JsonOfKind<'environment'>['hours']>

const ALWAYS_OPEN: OpenHours = { timeZone: 'UTC', weekly: [] }
const EMPTY_ROW = { key: '', value: '' }
export const EMPTY_SELECTOR: TypedSelector = { text: '', unfinished: null }

const asText = {
  read: (json: string | undefined) => json ?? '',
  write: (value: string) => value,
}

const asOptionalText = { ...asText, initial: () => '', write: sentText, missing: nothing }

const CONTROLS: {
  readonly name: Control<'name', string>
  readonly owner: Control<'owner', string>
  readonly text: Control<'text', string>
  readonly lines: Control<'lines', readonly string[]>
  readonly count: Control<'count', number>
  readonly choice: Control<'choice', string>
  readonly choices: Control<'choices', readonly string[]>
  readonly switch: Control<'switch', boolean>
  readonly labels: Control<'labels', StringMap>
  readonly entries: Control<'entries', StringMap>
  readonly selector: Control<'selector', SelectorJson>
  readonly limit: Control<'limit', SelectorJson>
  readonly groups: Control<'groups', readonly GroupRow[]>
  readonly 'all-or-lines': Control<'all-or-lines', '*' | readonly string[]>
  readonly 'group-ids': Control<'group-ids', readonly { readonly id: string }[]>
  readonly instant: Control<'instant', string>
  readonly question: Control<'question', string>
  readonly queries: Control<'queries', readonly QueryRow[]>
  readonly secret: Control<'secret', SecretState>
  readonly several: Control<'several', readonly string[]>
  readonly hours: Control<'hours', readonly WeeklyHours[]>
  readonly 'open-hours': Control<'open-hours', OpenHoursJson>
  readonly waves: Control<'waves', WavesJson>
  readonly target: Control<'target', string>
  readonly targets: Control<'targets', TargetsJson>
  readonly pick: Control<'pick', PickJson>
  readonly scheduler: Control<'scheduler', string>
  readonly 'cluster-type': Control<'cluster-type', string>
  readonly override: Control<'override', string>
  readonly dependencies: Control<'dependencies', DependenciesJson>
  readonly source: Control<'source', SourceJson>
  readonly values: Control<'values', ValuesJson>
} = {
  name: {
    ...asText,
    initial: () => '',
    missing: (value) => (value.trim() === '' ? 'A name is required.' : null),
  },
  owner: {
    ...asText,
    initial: (_, { platform, teams }) => (platform ? '' : firstTeam(teams)),
    write: sentText,
    missing: (value, _, { platform }) =>
      value === '' && !platform ? 'Choose the team that owns it.' : null,
  },
  text: {
    ...asText,
    initial: ({ initial }) => initial ?? '',
    write: (value, { isOptional }) => (isOptional ? sentText(value) : value),
    missing: (value, { missing }) => (value === '' && missing !== undefined ? missing : null),
  },
  lines: {
    initial: ({ isOfTeam }, { platform, teams }) => (isOfTeam && !platform ? firstTeam(teams) : ''),
    read: (json = []) => json.join('\n'),
    write: linesOf,
    missing: nothing,
  },
  count: {
    initial: ({ initial }) => String(initial ?? ''),
    read: (json) => String(json ?? ''),
    write: (value, { isOptional }) => {
      if (isOptional && value.trim() === '') return undefined
      return typedNumber(value)
    },
    missing: (value, { isOptional }) =>
      !isOptional && value.trim() === '' ? 'A number is required.' : null,
  },
  choice: {
    initial: firstChoice,
    read: (json, field) => json ?? firstChoice(field),
    write: asText.write,
    missing: nothing,
  },
  choices: {
    initial: allChoices,
    read: (json, field) => json ?? allChoices(field),
    write: (value) => value,
    missing: (value, { missing }) => (value.length === 0 ? missing : null),
  },
  switch: {
    initial: ({ initial = false }) => initial,
    read: (json = false) => json,
    write: (value) => value,
    missing: nothing,
  },
  labels: {
    initial: () => [EMPTY_ROW],
    read: (json = {}) => rowsOfMap(json),
    write: mapOfRows,
    missing: rowsProblem,
  },
  entries: {
    initial: () => [],
    read: (json = {}) => rowsOfMap(json),
    write: (rows) => {
      const entries = mapOfRows(rows)
      return Object.keys(entries).length === 0 ? undefined : entries
    },
    missing: rowsProblem,
  },
  selector: {
    initial: () => EMPTY_SELECTOR,
    read: (json) => (json === undefined ? EMPTY_SELECTOR : typedSelector(json)),
    write: ({ text }) => text,
    missing: (value, { missing }) => selectorProblem(value, missing),
  },
  limit: {
    initial: () => null,
    read: (json) => (json === undefined ? null : typedSelector(json)),
    write: (value) => value?.text,
    missing: (value, { missing }) => value && selectorProblem(value, missing),
  },
  groups: {
    initial: () => [{ id: '', role: 'contributor' }],
    read: (json = []) => json,
    write: namedGroups,
    missing: nothing,
  },
  'all-or-lines': {
    initial: () => '',
    read: (json = []) => (json === '*' ? json : json.join('\n')),
    write: (value) => (value.trim() === '*' ? '*' : linesOf(value)),
    missing: (value, { missing }) => (value.trim() === '' ? missing : null),
  },
  'group-ids': {
    initial: () => '',
    read: (json = []) => json.map(({ id }) => id).join('\n'),
    write: (value) => linesOf(value).map((id) => ({ id })),
    missing: nothing,
  },
  instant: asOptionalText,
  question: { ...asText, initial: () => '', missing: nothing },
  queries: {
    initial: () => [{ metric: '', query: '' }],
    read: (json = []) => json,
    write: writtenQueries,
    missing: nothing,
  },
  secret: {
    initial: () => ({ isSet: false, edit: undefined }),
    read: (json) => ({ isSet: json === 'set', edit: undefined }),
    write: ({ edit }) => (edit === '' ? undefined : edit),
    missing: nothing,
  },
  several: {
    initial: () => [],
    read: (json = []) => json,
    write: (chosen) => chosen,
    missing: (chosen, { missing }) => (chosen.length === 0 ? missing : null),
  },
  hours: {
    initial: () => [],
    read: (json = []) => json,
    write: (hours) => hours,
    missing: hoursProblem,
  },
  'open-hours': {
    initial: () => ALWAYS_OPEN,
    read: (json) => (json ? { timeZone: json.time_zone, weekly: json.weekly } : ALWAYS_OPEN),
    write: ({ timeZone, weekly }) =>
      weekly.length === 0 ? undefined : { time_zone: timeZone, weekly },
    missing: ({ weekly }) => hoursProblem(weekly),
  },
  waves: {
    initial: () => [REST_ROW],
    read: (json) => (json ? rowsOfWaves(json) : [REST_ROW]),
    write: wavesOfRows,
    missing: wavesProblem,
  },
  target: asOptionalText,
  targets: {
    initial: () => [],
    read: (json = []) => json,
    write: targetsOfRows,
    missing: targetsProblem,
  },
  pick: {
    initial: () => null,
    read: (json) => (json ? typedPick(json) : null),
    write: (value) => (value === null ? undefined : sentPick(value)),
    missing: (value) => value && pickProblem(value),
  },
  scheduler: asOptionalText,
  'cluster-type': asOptionalText,
  override: asOptionalText,
  dependencies: {
    initial: () => NO_DEPENDENCIES,
    read: (json = []) => ({ text: textOfDependencies(json), unfinished: null }),
    write: ({ text }) => dependenciesOfText(text),
    missing: ({ text, unfinished }) => unfinished ?? dependenciesProblem(text),
  },
  source: {
    initial: firstChoice,
    read: (json, field) => (json ? choiceOfSource(json) : firstChoice(field)),
    write: (choice, field, isNew) =>
      isNew && choice === firstChoice(field) ? undefined : sourceOfChoice(choice),
    missing: nothing,
  },
  values: {
    initial: () => typedValues(NO_VALUES),
    read: (json = NO_VALUES) => typedValues(json),
    write: ({ values }, { isRequired }) =>
      isRequired || Object.keys(values).length > 0 ? values : undefined,
    missing: ({ unfinished }) => unfinished,
  },
}

/** The field's control, which is given only values that it read itself. */
export function controlOf(field: FormField): Control<ControlName, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the field's own control
  return CONTROLS[field.control] as Control<ControlName, unknown>
}

/** What is wrong with a selector; null: nothing. `empty` is the answer for an empty one. */
export function selectorProblem({ text, unfinished }: TypedSelector, empty: string): string | null {
  return unfinished ?? (text.trim() === '' ? empty : textProblem(text))
}

function hoursProblem(hours: readonly WeeklyHours[]): string | null {
  if (hours.some(({ days }) => days.length === 0)) return 'Choose the days of the hours.'
  const isTimed = hours.every(({ from, to }) => from !== '' && to !== '')
  return isTimed ? null : 'Say from when until when the hours are.'
}

function typedSelector(json: SelectorJson): TypedSelector {
  return { text: selectorText(json), unfinished: null }
}

function sentText(value: string): string | undefined {
  return value === '' ? undefined : value
}

function firstChoice({ choices }: FieldOf<'choice' | 'source'>): string {
  return choices[0]?.value ?? ''
}

function allChoices({ choices }: FieldOf<'choices'>): readonly string[] {
  return choices.map(({ value }) => value)
}

function nothing(): null {
  return null
}
