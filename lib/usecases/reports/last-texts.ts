// What the text of each cluster's last report said, as far as this process knows: one that comes again needn't be read.

/** Some 25 MB. */
const TEXTS_MAX = 100_000

export type LastText = {
  /** The same of each text that says the same. */
  readonly text: string
  /** The digest of all that it says (`ReportDigests`), and of how many applications that is. */
  readonly whole: string
  readonly received: number
}

export class LastTexts {
  /** Those that were noted longest ago come first. */
  readonly #texts = new Map<string, LastText>()
  readonly #max: number

  constructor(max = TEXTS_MAX) {
    this.#max = max
  }

  note(tenant: number, cluster: string, last: LastText): void {
    const key = `${tenant} ${cluster}`
    this.#texts.delete(key)
    this.#texts.set(key, last)
    if (this.#texts.size > this.#max) this.#texts.delete(this.#texts.keys().next().value!)
  }

  find(tenant: number, cluster: string): LastText | null {
    return this.#texts.get(`${tenant} ${cluster}`) ?? null
  }
}
