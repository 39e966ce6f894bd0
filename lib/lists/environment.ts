import { allOf, type Selector } from '#lib/domain/labels/selector.ts'

/** The clusters of an environment that all of the selectors match; null: every cluster. */
export function clustersIn(
  environment: string | null,
  selectors: readonly (Selector | null)[],
): Selector | null {
  const ofEnvironment: Selector | null =
    environment === null
      ? null
      : { kind: 'terms', terms: [{ key: 'environment', operator: '=', values: [environment] }] }
  return allOf([...selectors, ofEnvironment].filter((each) => each !== null))
}
