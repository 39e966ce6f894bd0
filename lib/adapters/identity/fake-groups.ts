import type { EntraSubject } from '#lib/domain/access/identity.ts'
import {
  requireGuid,
  unavailable,
  type GroupFailure,
  type GroupReader,
  type GroupReading,
} from './group-reader.ts'

/** A directory in memory, for tests of the code that uses directories. */
export class FakeGroups implements GroupReader {
  /** Each person's groups, by object id. */
  readonly members = new Map<string, readonly string[]>()
  /** While set, every reading fails with it. */
  failure: GroupFailure | null = null
  readonly #tenant: string

  constructor(tenant: string) {
    this.#tenant = requireGuid(tenant)
  }

  async readGroups({ tenant, object }: EntraSubject): Promise<GroupReading> {
    requireGuid(object)
    if (tenant !== this.#tenant) return unavailable('refused')
    if (this.failure !== null) return unavailable(this.failure)
    const ids = this.members.get(object)
    return ids === undefined ? unavailable('absent') : { outcome: 'read', ids: [...ids] }
  }
}
