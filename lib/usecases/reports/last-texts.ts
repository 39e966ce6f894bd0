// What the text of each cluster's last report said, as far as this process knows: one that comes again needn't be read.
import { OfClusters } from './of-clusters.ts'

/** Some 25 MB. */
const TEXTS_MAX = 100_000

export type LastText = {
  /** The same of each text that says the same. */
  readonly text: string
  /** The digest of all that it says (`ReportDigests`), and of how many applications that is. */
  readonly whole: string
  readonly received: number
}

export class LastTexts extends OfClusters<LastText> {
  constructor(max = TEXTS_MAX) {
    super(max)
  }
}
