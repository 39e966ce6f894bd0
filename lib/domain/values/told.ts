import type { Values } from './values.ts'

/** What an application is told on a cluster. */
export type Told = {
  /** In their normal form. */
  readonly values: Values
  /** As JSON: equal for equal ones. */
  readonly text: string
}

export function toldOf(values: Values): Told {
  return { values, text: JSON.stringify(values) }
}
