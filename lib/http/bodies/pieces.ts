// How a thread hands a value back in pieces: the values that it holds, many at a time, and before them the rest of it.

export type TakenApart = {
  /** An empty list of a list, an object without its longest part, or null of anything else. */
  readonly rest: object | null
  /** The field in which an object has its values; null: it is no such object. */
  readonly list: string | null
  readonly values: readonly unknown[]
}

/** In which objects have a list of many values: reports, and decisions of schedulers. */
const LISTS = ['items', 'decisions']

/** A list is its values, an object with one of `LISTS` is that and the rest, and anything else is a value itself. */
export function takeApart(value: unknown): TakenApart {
  if (Array.isArray(value)) return { rest: [], list: null, values: value }
  if (isObject(value)) {
    for (const list of LISTS) {
      const { [list]: values, ...rest } = value
      if (Array.isArray(values)) return { rest, list, values }
    }
  }
  return { rest: null, list: null, values: [value] }
}

export function putTogether({ rest, list, values }: TakenApart): unknown {
  if (rest === null) return values[0]
  return list === null ? values : { ...rest, [list]: values }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
