// What writes of a tenant's settings have in common.
import { z } from 'zod'
import { count, flag } from '#lib/domain/lists/parameters.ts'
import type { SettingsWriteOptions } from '#lib/usecases/changes/write-options.ts'
import type { Received } from './operation.ts'
import { readPrecondition, readReason } from './writes.ts'

/** `clusters` says which clusters a write must be confirmed for. */
export const settingsParameters = (clusters: string) =>
  z.object({
    dryRun: flag('Answer what the write would mean for the fleet, and change nothing.'),
    confirmClusters: count(clusters),
  })

type SettingsQuery = z.output<ReturnType<typeof settingsParameters>>

export function readSettingsOptions({
  query: { dryRun, confirmClusters: confirmed },
  request,
}: Received<SettingsQuery>): SettingsWriteOptions {
  return {
    precondition: readPrecondition(request),
    dryRun,
    confirmed,
    reason: readReason(request.headers.get('berth-reason')),
  }
}
