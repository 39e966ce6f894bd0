// What the configs and the config schemas of a fleet select, kept with it as what policies select is.
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import {
  type Indexes,
  type Relabelled,
  type Selected,
  selectedAfterEdits,
  selectedBy,
} from './rules.ts'
import { type Selecting, selectingAfter } from './selecting.ts'
import { type Identified, slotsWith, type Transition } from './shelf.ts'

/** A config or a schema with what it selects. */
export type Selection<T> = Identified<T> & Selected

type Selections<T> = {
  /** By id. */
  readonly all: readonly (Selection<T> | undefined)[]
  readonly selecting: Selecting
}

export type Configuration = {
  readonly configs: Selections<Config>
  readonly schemas: Selections<ConfigSchema>
}

const NONE = { all: [], selecting: [] }
export const NO_CONFIGURATION: Configuration = { configs: NONE, schemas: NONE }

/** The configs and schemas that select an application and aren't suspended, in no order. */
export function configurationOf(
  { configs, schemas }: Configuration,
  application: number,
): {
  readonly configs: readonly Selection<Config>[]
  readonly schemas: readonly Selection<ConfigSchema>[]
} {
  return {
    configs: selectionsOf(configs, application),
    schemas: selectionsOf(schemas, application),
  }
}

function selectionsOf<T>({ all, selecting }: Selections<T>, application: number) {
  return (selecting[application] ?? []).map((id) => all[id]!)
}

type Edited = {
  readonly configs: readonly Transition<Config>[]
  readonly 'config schemas': readonly Transition<ConfigSchema>[]
}

/** The same value where an edit changes nothing of it. */
export function configurationAfter(
  configuration: Configuration,
  transitions: Edited,
  indexes: Indexes,
  labels: Relabelled,
): Configuration {
  const configs = selectionsAfter(configuration.configs, transitions.configs, indexes, labels)
  const schemas = selectionsAfter(
    configuration.schemas,
    transitions['config schemas'],
    indexes,
    labels,
  )
  const isSame = configs === configuration.configs && schemas === configuration.schemas
  return isSame ? configuration : { configs, schemas }
}

function selectionsAfter<T extends Config | ConfigSchema>(
  selections: Selections<T>,
  transitions: readonly Transition<T>[],
  indexes: Indexes,
  labels: Relabelled,
): Selections<T> {
  const kept = selections.all.map((each) => each && withSelected(each, labels))
  const isSame = transitions.length === 0 && kept.every((each, id) => each === selections.all[id])
  if (isSame) return selections
  const entries = transitions.map(
    ({ id, after }) =>
      [
        id,
        after === null ? undefined : { id, object: after, ...selectedBy(after, indexes) },
      ] as const,
  )
  const all = slotsWith(kept, entries)
  const isActive = ({ object }: Selection<T>) => !object.suspended
  return { all, selecting: selectingAfter(selections.selecting, selections.all, all, isActive) }
}

function withSelected<T extends Config | ConfigSchema>(
  selection: Selection<T>,
  labels: Relabelled,
): Selection<T> {
  const selected = selectedAfterEdits(selection, selection.object, labels)
  return selected === selection ? selection : { ...selection, ...selected }
}
