// The values of Helm that an application gets with what it is told, worked out from the outside in.
import type { HelmOptions } from '#lib/domain/objects/application/packaging.ts'
import { pathOfPointer } from '#lib/domain/text/pointer.ts'
import type { Told } from '#lib/domain/values/told.ts'
import type { Value, Values } from '#lib/domain/values/values.ts'
import { toldDigest } from '../config-manifest.ts'

/** Its own values, where nothing is told or no place is named for it. */
export function valuesWithTold(
  { values, configUnder }: Pick<HelmOptions, 'values' | 'configUnder'>,
  told: Told | null,
): Values {
  if (configUnder === null || told === null) return values
  const document = { ...told.values, berth_config_digest: toldDigest(told) }
  return within(values, pathOfPointer(configUnder) ?? [], document)
}

function within(own: Values, [key, ...rest]: readonly string[], document: Values): Values {
  if (key === undefined) return leaves(document, []).reduce(written, own)
  const there = Object.hasOwn(own, key) ? own[key] : undefined
  return { ...own, [key]: within(isMap(there) ? there : {}, rest, document) }
}

type Leaf = readonly [path: readonly string[], value: Value]

function leaves(value: Value, path: readonly string[]): Leaf[] {
  if (!isMap(value) || Object.keys(value).length === 0) return [[path, value]]
  return Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]))
}

function written(own: Values, [[key = '', ...rest], value]: Leaf): Values {
  if (rest.length === 0) return { ...own, [key]: value }
  const there = Object.hasOwn(own, key) ? own[key] : undefined
  return { ...own, [key]: written(isMap(there) ? there : {}, [rest, value]) }
}

function isMap(value: Value | undefined): value is Values {
  return typeof value === 'object' && !Array.isArray(value)
}
