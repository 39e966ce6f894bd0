// Pairs of many applications as columns, in which they are sent to Postgres.
import type { PairColumns } from '#db/queries/placements.ts'
import { type Bits, idsIn } from '#lib/domain/sets/bits.ts'

/** Pairs of one application. */
export type PairPart = { readonly application: number; readonly clusters: Bits }

/** With the part that each pair is of. */
type PartColumns<Part> = PairColumns & { readonly parts: readonly Part[] }

// The data of a statement is in memory several times over, so a wide edit is stored by several statements.
const PAIRS_IN_A_STATEMENT = 50_000

export function* columnsOf<Part extends PairPart>(
  all: Iterable<Part>,
): Generator<PartColumns<Part>> {
  let [applications, clusters, parts] = [[] as number[], [] as number[], [] as Part[]]
  for (const part of all) {
    for (const cluster of idsIn(part.clusters)) {
      applications.push(part.application)
      clusters.push(cluster)
      parts.push(part)
      if (clusters.length < PAIRS_IN_A_STATEMENT) continue
      yield { applications, clusters, parts }
      ;[applications, clusters, parts] = [[], [], []]
    }
  }
  if (clusters.length > 0) yield { applications, clusters, parts }
}
