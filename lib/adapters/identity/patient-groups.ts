import type { EntraSubject } from '#lib/domain/access/identity.ts'
import type { GroupReader, GroupReading } from './group-reader.ts'

/** How long a failure is answered without asking again. */
const COOL_DOWN_MS = 30_000
const FAILURES_MAX = 10_000

/** A directory that is asked about a person only once at a time, and not again soon after a failure. */
export class PatientGroups implements GroupReader {
  readonly #groups: GroupReader
  readonly #now: () => number
  readonly #asking = new Map<string, Promise<GroupReading>>()
  readonly #failures = new Map<string, { readonly reading: GroupReading; readonly at: number }>()

  /** `now` in milliseconds. */
  constructor(groups: GroupReader, now: () => number) {
    this.#groups = groups
    this.#now = now
  }

  async readGroups(person: EntraSubject): Promise<GroupReading> {
    const key = person.object
    const failure = this.#failures.get(key)
    if (failure && this.#now() - failure.at < COOL_DOWN_MS) return failure.reading
    const asking = this.#asking.get(key) ?? this.#ask(person)
    this.#asking.set(key, asking)
    return asking
  }

  async #ask(person: EntraSubject): Promise<GroupReading> {
    const key = person.object
    try {
      const reading = await this.#groups.readGroups(person)
      this.#failures.delete(key)
      if (this.#failures.size >= FAILURES_MAX) this.#failures.clear()
      if (reading.outcome !== 'read') this.#failures.set(key, { reading, at: this.#now() })
      return reading
    } finally {
      this.#asking.delete(key)
    }
  }
}
