// What the platform says of a config's values that look like secrets: that they are none.
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { intersect, isEmpty } from '#lib/domain/sets/bits.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { secretIssues } from '#lib/domain/values/secret-issues.ts'
import type { Value } from '#lib/domain/values/values.ts'
import { shelfOf, type FleetState } from './fleet-state.ts'
import { applicationSide } from './rules.ts'

/** The value of it is true where what looks like a secret may be one of the values. */
const NOT_SECRET = 'x-berth-not-secret'

/** What looks like a secret among a config's values; `allowed`: what a schema says is none. Paths begin with `values`. */
type Suspicions = { readonly refused: readonly Issue[]; readonly allowed: readonly Issue[] }

/**
 * A schema of the platform that isn't suspended allows a pointer by `x-berth-not-secret: true` at it, where it selects an
 * application that the config selects, too, wherever these run. References within schemas lead nowhere here, so that the mark
 * stands where it is read.
 */
export function suspicionsOf(fleet: FleetState, config: Config): Suspicions {
  const issues = secretIssues(config.values, ['values'])
  if (issues.length === 0) return { refused: [], allowed: [] }
  const schemas = platformSchemas(fleet, config)
  const isAllowed = ({ path: [, ...keys] }: Issue) =>
    schemas.some(({ schema }) => isMarked(schema, keys))
  return {
    refused: issues.filter((issue) => !isAllowed(issue)),
    allowed: issues.filter(isAllowed),
  }
}

function platformSchemas(fleet: FleetState, config: Config): readonly ConfigSchema[] {
  const index = fleet.indexes.applications
  const told = matchSelector(index, applicationSide(config))
  const { ordered, slots } = shelfOf(fleet, 'config-schema')
  return ordered.flatMap((id) => {
    const schema = slots[id]
    if (schema?.kind !== 'config-schema' || schema.team !== null || schema.suspended) return []
    return isEmpty(intersect(told, matchSelector(index, schema.appSelector))) ? [] : [schema]
  })
}

/** Whether the schema of what the keys lead to has the mark. */
function isMarked(schema: Value | undefined, [key, ...rest]: Issue['path']): boolean {
  if (!isObject(schema)) return false
  if (key === undefined) return schema[NOT_SECRET] === true
  if (typeof key === 'number') return isMarked(schema['items'], rest)
  const { properties } = schema
  return isObject(properties) && Object.hasOwn(properties, key) && isMarked(properties[key], rest)
}

function isObject(value: Value | undefined): value is Readonly<Record<string, Value>> {
  return typeof value === 'object' && !Array.isArray(value)
}
