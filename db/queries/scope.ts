import type { Transaction } from '../client.ts'

/** A transaction, and the tenant whose rows it may touch: every query also names the tenant itself. */
export type TenantScope = {
  readonly tx: Transaction
  readonly tenant: number
}
