// Values of a chart as a form holds them: the YAML that was typed, and what it says.
import { type YamlMap, yamlText } from '#lib/domain/text/yaml-text.ts'

export type ValuesJson = Readonly<Record<string, unknown>>

export type TypedValues = {
  readonly text: string
  /** As of the last text that could be read. */
  readonly values: ValuesJson
  /** Why the text can't be read; null: it can. */
  readonly unfinished: string | null
}

export const NO_VALUES: ValuesJson = {}

export function typedValues(values: ValuesJson): TypedValues {
  return { text: valuesText(values), values, unfinished: null }
}

/** As YAML, keys in order; empty: none. */
export function valuesText(values: ValuesJson): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON, as the API answers it
  return Object.keys(values).length === 0 ? '' : yamlText([values as YamlMap])
}
