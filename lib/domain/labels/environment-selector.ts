import type { Selector } from './selector.ts'

/** Selects the clusters of an environment, which is a label of each that has one. */
export function environmentSelector(environment: string): Selector {
  return { kind: 'terms', terms: [{ key: 'environment', operator: '=', values: [environment] }] }
}
