// What the platform says of a config's values that look like secrets: that they are none.
import { matchSelector } from '#lib/domain/labels/label-index.ts'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { intersect, isEmpty } from '#lib/domain/sets/bits.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { pointerOf } from '#lib/domain/text/pointer.ts'
import { notSecretPointers } from '#lib/domain/values/json-schema-defaults.ts'
import { secretIssues } from '#lib/domain/values/secret-issues.ts'
import { shelfOf, type FleetState } from './fleet-state.ts'
import { applicationSide } from './rules.ts'

/** What looks like a secret among a config's values; `allowed`: what a schema says is none. Paths begin with `values`. */
type Suspicions = { readonly refused: readonly Issue[]; readonly allowed: readonly Issue[] }

/**
 * A schema of the platform that isn't suspended allows a pointer by `x-berth-not-secret: true` at it, where it selects an
 * application that the config selects, too, wherever these run. Nothing in a list has a pointer of its own there.
 */
export function suspicionsOf(fleet: FleetState, config: Config): Suspicions {
  const issues = secretIssues(config.values, ['values'])
  if (issues.length === 0) return { refused: [], allowed: [] }
  const marked = platformSchemas(fleet, config).map(({ schema }) => notSecretPointers(schema))
  const isAllowed = ({ path: [, ...within] }: Issue) =>
    marked.some((pointers) => pointers.has(pointerOf(within)))
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
