import type { Selector } from '#lib/domain/labels/selector.ts'

/** The clusters of an environment. */
export function inEnvironment(environment: string): Selector {
  return { kind: 'terms', terms: [{ key: 'environment', operator: '=', values: [environment] }] }
}
