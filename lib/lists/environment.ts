import { environmentSelector } from '#lib/domain/labels/environment-selector.ts'
import { allOf, type Selector } from '#lib/domain/labels/selector.ts'

/** The clusters of an environment that all of the selectors match; null: every cluster. */
export function clustersIn(
  environment: string | null,
  selectors: readonly (Selector | null)[],
): Selector | null {
  const ofEnvironment = environment === null ? null : environmentSelector(environment)
  return allOf([...selectors, ofEnvironment].filter((each) => each !== null))
}
