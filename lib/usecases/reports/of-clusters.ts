/** What a process remembers of each cluster, of so many at most. */
export class OfClusters<Value> {
  /** Those that were noted longest ago come first. */
  readonly #values = new Map<string, Value>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  note(tenant: number, cluster: string, value: Value): void {
    const key = `${tenant} ${cluster}`
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#max) this.#values.delete(this.#values.keys().next().value!)
  }

  find(tenant: number, cluster: string): Value | null {
    return this.#values.get(`${tenant} ${cluster}`) ?? null
  }

  forget(tenant: number, cluster: string): void {
    this.#values.delete(`${tenant} ${cluster}`)
  }
}
