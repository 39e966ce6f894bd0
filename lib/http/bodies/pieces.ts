// How a thread hands a value back in pieces: the values that it holds, many at a time, and before them the rest of it.

export type TakenApart = {
  /** An empty list of a list, an object without its `items`, or null of anything else. */
  readonly rest: object | null
  readonly values: readonly unknown[]
}

/** A list is its values, an object with `items` is those and the rest, and anything else is a value itself. */
export function takeApart(value: unknown): TakenApart {
  if (Array.isArray(value)) return { rest: [], values: value }
  if (!hasItems(value)) return { rest: null, values: [value] }
  const { items: values, ...rest } = value
  return { rest, values }
}

export function putTogether({ rest, values }: TakenApart): unknown {
  if (rest === null) return values[0]
  return Array.isArray(rest) ? values : { ...rest, items: values }
}

function hasItems(value: unknown): value is { readonly items: readonly unknown[] } {
  return (
    typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items)
  )
}
