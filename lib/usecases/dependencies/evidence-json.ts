// What was known of what an application needs when it was released to clusters, as it is kept with the release.
import type { Evidence } from '#lib/domain/dependencies/met.ts'
import { type Dependency, dependencyJson } from '#lib/domain/objects/application/dependency.ts'
import { bitsIn, bytesOf } from '#lib/domain/sets/bit-bytes.ts'
import { type Bits, intersect } from '#lib/domain/sets/bits.ts'

/** A dependency with its evidence. Sets of clusters are bits in base64, as many bytes as the highest id needs. */
export type EvidenceJson = ReturnType<typeof dependencyJson> & {
  /** The number of the version that is needed at least; null: any. */
  readonly least: number | null
  readonly healthy_on: string
  readonly reporting: string
  readonly published: string
  readonly is_rolling_out: boolean
}

/** Of each dependency, for the clusters that were released. `evidence` is empty where nobody had to ask. */
export function evidenceJson(
  dependencies: readonly Dependency[],
  evidence: readonly Evidence[],
  released: Bits,
): readonly EvidenceJson[] {
  const textOf = (clusters: Bits) =>
    Buffer.from(bytesOf(intersect(clusters, released))).toString('base64')
  return evidence.map(({ least, healthy, reporting, published, isRollingOut }, index) => ({
    ...dependencyJson(dependencies[index]!),
    least,
    healthy_on: textOf(healthy),
    reporting: textOf(reporting),
    published: textOf(published),
    is_rolling_out: isRollingOut,
  }))
}

function setOf(text: string): Bits {
  return bitsIn(Buffer.from(text, 'base64'))
}

/** The evidence that was kept. */
export function evidenceIn(kept: readonly EvidenceJson[]): readonly Evidence[] {
  return kept.map(({ least, healthy_on, reporting, published, is_rolling_out }) => ({
    least,
    healthy: setOf(healthy_on),
    reporting: setOf(reporting),
    published: setOf(published),
    isRollingOut: is_rolling_out,
  }))
}
