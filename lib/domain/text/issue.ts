// What is wrong with an input, as values: the domain reports every issue that it finds and throws nothing.

/** One thing that is wrong: where (keys and indexes from the input's root), a stable snake_case code, one plain sentence. */
export type Issue = {
  readonly path: readonly (string | number)[]
  readonly code: string
  readonly reason: string
  /** What it is about, in order, where programs may want to show that. */
  readonly members?: readonly string[]
  /** Besides, what programs are told of it. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A value, or every reason why there is none. `issues` is never empty. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] }

export const accepted = <T>(value: T): Checked<T> => ({ ok: true, value })
export const refused = (issues: readonly Issue[]): Checked<never> => ({ ok: false, issues })

/** The value when there are no issues, otherwise the issues. */
export function checked<T>(value: T, issues: readonly Issue[]): Checked<T> {
  return issues.length === 0 ? accepted(value) : refused(issues)
}
