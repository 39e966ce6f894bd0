// What filters and sorts the list of a kind of object.
import type { z } from 'zod'
import {
  applicationParameters,
  clusterParameters,
  labelledParameters,
  objectParameters,
  policyParameters,
} from '#lib/domain/lists/list-parameters.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'

export type ObjectParameters = z.output<typeof objectParameters> &
  Partial<
    z.output<typeof clusterParameters> &
      z.output<typeof applicationParameters> &
      z.output<typeof policyParameters>
  >

/** Kinds with labels can also be filtered by them. */
export function objectParametersOf(kind: Kind) {
  switch (kind) {
    case 'cluster':
      return clusterParameters
    case 'application':
      return applicationParameters
    case 'target-policy':
      return policyParameters
    default:
      return kinds[kind].labelled ? labelledParameters : objectParameters
  }
}
