// What filters and sorts the list of a kind of object.
import type { z } from 'zod'
import {
  clusterParameters,
  labelledParameters,
  objectParameters,
} from '#lib/domain/lists/list-parameters.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'

export type ObjectParameters = z.output<typeof objectParameters> &
  Partial<z.output<typeof clusterParameters>>

/** Kinds with labels can also be filtered by them. */
export function objectParametersOf(kind: Kind) {
  if (kind === 'cluster') return clusterParameters
  return kinds[kind].labelled ? labelledParameters : objectParameters
}
