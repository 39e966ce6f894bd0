// How a reconciler's own words about its applications become those that Berth reads.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { KeptSeries, Labels } from '#lib/domain/observed/metric-series.ts'
import type { ReportedConfinement, ReportedItem } from '#lib/domain/observed/reported.ts'
import type { Checked } from '#lib/domain/text/issue.ts'

export type Reports = {
  /** The name of the application that applies a cluster's folder. Its revision is the commit that it has applied. */
  readonly root: string
  readonly nameOf: (team: string, application: string) => string
  /** Whose name it is, of an application that is there or could be; null: nobody's. */
  readonly pairOf: (name: string) => Pair | null
  /** Reads the list of all applications that the reconciler keeps on a cluster, from a value that may be anything. */
  readonly readList: (value: unknown) => Checked<ReportedList>
  /** What is kept of a series that it shows to Prometheus, under a name and with labels that may be anything; null: nothing. */
  readonly readSeries: (name: string, labels: Labels) => KeptSeries | null
  /** What that which a cluster says of its confinement shows of the one that it promises; null: it says nothing. */
  readonly confinementProof: (
    cluster: TypedCluster,
    reported: ReportedConfinement | null,
  ) => ConfinementProof
}

/** Whether teams are confined on a cluster as its confinement promises. */
export type ConfinementProof = 'proven' | 'unproven' | 'disproved'

export type Pair = { readonly team: string; readonly application: string }

export type ReportedList = {
  readonly items: readonly ReportedItem[]
  /** The reconciler's; null: the list doesn't say. */
  readonly version: string | null
}
