// What each cluster's row says, as far as this process knows: what repeats the last word needn't look it up before it is kept.
import type { KnownReport } from '#db/queries/cluster-reports.ts'
import { OfClusters } from './of-clusters.ts'

/** Some 100 MB. */
const REPORTS_MAX = 100_000

export class KnownReports extends OfClusters<KnownReport> {
  constructor() {
    super(REPORTS_MAX)
  }
}
