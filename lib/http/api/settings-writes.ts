// What writes of a tenant's settings have in common.
import type { SettingsWriteOptions } from '#lib/usecases/changes/write-options.ts'
import type { QueryParameter, Received } from './operation.ts'
import { readBoolean, readInteger } from './parameters.ts'
import { readPrecondition, readReason } from './writes.ts'

const CLUSTERS_MAX = 1_000_000_000

export const dryRunParameter = (description: string): QueryParameter => ({
  name: 'dryRun',
  description,
  schema: { type: 'boolean', default: false },
})

/** `clusters` says which clusters a write has to be confirmed for. */
export const settingsParameters = (clusters: string): readonly QueryParameter[] => [
  dryRunParameter('Answer what the write would mean for the fleet, and change nothing.'),
  {
    name: 'confirmClusters',
    description: clusters,
    schema: { type: 'integer', minimum: 0 },
  },
]

export function readSettingsOptions({ query, request }: Received): SettingsWriteOptions {
  return {
    precondition: readPrecondition(request),
    dryRun: readBoolean(query, 'dryRun'),
    confirmed: readInteger(query, 'confirmClusters', { min: 0, max: CLUSTERS_MAX, absent: null }),
    reason: readReason(request.headers.get('berth-reason')),
  }
}
