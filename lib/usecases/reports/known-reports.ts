// What each cluster's row says, as far as this process knows: what repeats the last word needn't look it up before it is kept.
import type { KnownReport } from '#db/queries/cluster-reports.ts'

/** Some 100 MB. */
const REPORTS_MAX = 100_000

export class KnownReports {
  /** Those that were noted longest ago come first. */
  readonly #reports = new Map<string, KnownReport>()
  readonly #max: number

  constructor(max = REPORTS_MAX) {
    this.#max = max
  }

  note(tenant: number, cluster: string, report: KnownReport): void {
    const key = `${tenant} ${cluster}`
    this.#reports.delete(key)
    this.#reports.set(key, report)
    if (this.#reports.size > this.#max) this.#reports.delete(this.#reports.keys().next().value!)
  }

  find(tenant: number, cluster: string): KnownReport | null {
    return this.#reports.get(`${tenant} ${cluster}`) ?? null
  }

  forget(tenant: number, cluster: string): void {
    this.#reports.delete(`${tenant} ${cluster}`)
  }
}
