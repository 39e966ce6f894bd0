// To be replaced by the room of values.
import type { Values } from '#lib/domain/values/values.ts'

const propertiesOf = (schema: Values) => (schema['properties'] ?? {}) as Values
export const declaredKeys = (schema: Values) => Object.keys(propertiesOf(schema))
export const defaultsOf = (schema: Values): Values =>
  Object.fromEntries(
    Object.entries(propertiesOf(schema)).flatMap(([key, value]) => {
      const one = (value as Values)['default']
      return one === undefined ? [] : [[key, one]]
    }),
  )
