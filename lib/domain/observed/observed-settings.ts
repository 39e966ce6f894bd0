// What a tenant's admins decide about what is observed.
import { compareText } from '#lib/domain/text/compare-text.ts'

export type ObservedSettings = {
  /** Labels of clusters by whose values is counted, besides the environment. */
  readonly labelKeys: readonly string[]
  /** How often clusters are told to report. */
  readonly reportIntervalS: number
}

export const LABEL_KEYS_MAX = 10

/** A cluster that reports more often costs more than anybody learns; one that reports less often is heard of too late. */
export const REPORT_INTERVAL_S_MIN = 30
export const REPORT_INTERVAL_S_MAX = 3600

/** Each key once and in one order. Everything is counted by the environment anyway. */
export function canonicalLabelKeys(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].filter((key) => key !== 'environment').sort(compareText)
}
