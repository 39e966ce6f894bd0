import { type CarriedReports, NOT_CARRIED } from '#lib/domain/observed/report-keys.ts'
import { reportKeys } from '../schema/report-key.ts'
import { holds } from './conditions.ts'
import type { TenantScope } from './scope.ts'

export async function readReportKeys(
  { tx, tenant }: TenantScope,
  cluster: number,
): Promise<CarriedReports> {
  const [row] = await tx
    .select({ keys: reportKeys.keys, intervalS: reportKeys.intervalS })
    .from(reportKeys)
    .where(holds(reportKeys, { tenant, cluster }))
  if (!row) return NOT_CARRIED
  const keys = row.keys.map(({ publicKey, until }) => ({
    publicKey,
    until: until === null ? null : new Date(until),
  }))
  return { keys, intervalS: row.intervalS }
}

export async function writeReportKeys(
  { tx, tenant }: TenantScope,
  cluster: number,
  { keys: given, intervalS }: CarriedReports,
): Promise<void> {
  const keys = given.map(({ publicKey, until }) => ({
    publicKey,
    until: until?.toISOString() ?? null,
  }))
  await tx
    .insert(reportKeys)
    .values({ tenant, cluster, keys, intervalS })
    .onConflictDoUpdate({
      target: [reportKeys.tenant, reportKeys.cluster],
      set: { keys, intervalS },
    })
}
