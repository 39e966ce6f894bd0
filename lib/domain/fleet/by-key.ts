// Configs and schemas by the keys at the top of what they say, so that who looks for those of one key doesn't look at all.
import { overlaps } from '#lib/domain/configuration/conflicts.ts'
import type { Config, ConfigSchema } from '#lib/domain/objects/objects.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import { defaultsOf } from '#lib/domain/values/json-schema-defaults.ts'
import type { Values } from '#lib/domain/values/values.ts'
import type { Configuration } from './configuration.ts'
import type { Teller } from './told-clusters.ts'

type All = Configuration['configs' | 'schemas']['all']
type ByKey = ReadonlyMap<string, readonly Teller[]>

const known = new WeakMap<All, ByKey>()

/** Whether two configs of one priority say different things, or two schemas by their defaults, wherever both apply. */
export function mayContradict(one: Teller, other: Teller): boolean {
  const [said, others] = [saysOf(one), saysOf(other)]
  return said.priority === others.priority && overlaps(said.values, others.values)
}

function saysOf({ object }: Teller): { readonly priority: number; readonly values: Values } {
  if (object.kind === 'config') return object
  return { priority: 0, values: defaultsOf(object.schema) }
}

/** The configs that aren't suspended and say something at a key, by id. Looks at all of them once, until one is edited. */
export function configsWith({ configs }: Configuration, key: string): readonly Teller[] {
  return keyed(configs.all).get(key) ?? []
}

/** The same of the schemas that declare a key. */
export function schemasWith({ schemas }: Configuration, key: string): readonly Teller[] {
  return keyed(schemas.all).get(key) ?? []
}

function keyed(all: All): ByKey {
  const before = known.get(all)
  if (before !== undefined) return before
  const byKey = new Map<string, Teller[]>()
  for (const each of all as readonly (Teller | undefined)[]) {
    if (each === undefined || each.object.suspended) continue
    for (const key of keysOf(each.object)) {
      const others = byKey.get(key)
      if (others) others.push(each)
      else byKey.set(key, [each])
    }
  }
  known.set(all, byKey)
  return byKey
}

function keysOf(object: Config | ConfigSchema): readonly string[] {
  return object.kind === 'config' ? Object.keys(object.values) : declaredKeys(object.schema)
}
