// What filters and sorts the list of a kind of object.
import type { z } from 'zod'
import {
  applicationParameters,
  clusterParameters,
  configParameters,
  freezeParameters,
  labelledParameters,
  objectParameters,
  policyParameters,
} from '#lib/domain/lists/list-parameters.ts'
import type { ObjectOrder } from '#lib/domain/lists/orders.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'

type Shared = 'sort' | 'q'

export type ObjectParameters = Pick<z.output<typeof objectParameters>, 'q'> & {
  readonly sort: readonly ObjectOrder[]
} & Partial<
    Omit<z.output<typeof clusterParameters>, Shared> &
      Omit<z.output<typeof applicationParameters>, Shared> &
      Omit<z.output<typeof policyParameters>, Shared> &
      Omit<z.output<typeof configParameters>, Shared> &
      Omit<z.output<typeof freezeParameters>, Shared>
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
    case 'config':
    case 'config-schema':
      return configParameters
    case 'freeze':
      return freezeParameters
    default:
      return kinds[kind].labelled ? labelledParameters : objectParameters
  }
}
