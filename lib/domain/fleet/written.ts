// What is written of an application for its clusters: from which source it is delivered, and what it is told there.
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Bits, intersect, isEmpty, subtract, uniteAll } from '#lib/domain/sets/bits.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { textsAmong, unreleasedAmong } from './deliveries.ts'
import type { Fleet } from './fleet.ts'
import { retellable, toldAmong } from './told-clusters.ts'

export type Written = {
  /** With the source that it is delivered from. */
  readonly application: Application
  /** Null: nothing. */
  readonly told: Told | null
  /** Never empty. */
  readonly clusters: Bits
}

/**
 * Some of the clusters where an application is placed, by what is written for them, without clusters in common. Where it has no
 * release of an application that is managed, nothing is written.
 */
export function writtenAmong(
  fleet: Fleet,
  applicationId: number,
  placed: Bits,
): readonly Written[] {
  return textsAmong(fleet, applicationId, placed).flatMap(({ application, clusters }) =>
    toldAmong(fleet, applicationId, clusters).map((part) => ({ application, ...part })),
  )
}

/**
 * The clusters where an application is placed before and after and is told something else afterwards, by what: one set for each
 * document, or for none, and none of them empty.
 */
export function retold(
  before: Fleet,
  after: Fleet,
  applicationId: number,
  placedBoth: Bits,
  edited: Bits,
): readonly Bits[] {
  const within = retellable(before, after, applicationId, placedBoth, edited)
  const was = toldAmong(before, applicationId, within)
  const others = toldAmong(after, applicationId, within).map((is) =>
    uniteAll(
      was
        .filter(({ told }) => told?.text !== is.told?.text)
        .map(({ clusters }) => intersect(clusters, is.clusters)),
    ),
  )
  const unreleased = unreleasedAmong(after, applicationId, others)
  return others
    .map((clusters) => subtract(clusters, unreleased))
    .filter((clusters) => !isEmpty(clusters))
}
