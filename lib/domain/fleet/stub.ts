// To be replaced by the room of values.
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import type { Values } from '#lib/domain/values/values.ts'

export type FieldsRead = {
  readonly cluster: {
    readonly fields: readonly string[]
    readonly labels: readonly string[] | 'all'
  }
}
export const evaluated = (values: Values, _read: unknown): Checked<Values> => accepted(values)
export const fieldsRead = (_values: Values): FieldsRead => ({ cluster: { fields: [], labels: [] } })
const propertiesOf = (schema: Values) => (schema['properties'] ?? {}) as Values
export const declaredKeys = (schema: Values) => Object.keys(propertiesOf(schema))
export const defaultsOf = (schema: Values): Values =>
  Object.fromEntries(
    Object.entries(propertiesOf(schema)).flatMap(([key, value]) => {
      const one = (value as Values)['default']
      return one === undefined ? [] : [[key, one]]
    }),
  )
