// The array types of queries and answers. Otherwise the driver asks the server for all array types on each new connection,
// and a connection that is lost during that question crashes the process (postgres 3.4.9, src/connection.js,
// fetchArrayTypes).

/** Whole numbers, whose text has no quotes and no nulls: `{1,2}`. */
const numbers = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (values: readonly number[]) => `{${values.join(',')}}`,
  parse: (text: string): unknown => JSON.parse(`[${text.slice(1, -1)}]`),
})

/**
 * Texts, each quoted, unless Drizzle's column has written them already. Answers are read here: Drizzle 0.45.4 loses their
 * backslashes (pg-core/utils/array.js). See https://www.postgresql.org/docs/18/arrays.html#ARRAYS-IO.
 */
const texts = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (values: string | readonly (string | null)[]) =>
    typeof values === 'string' ? values : `{${values.map(quoted).join(',')}}`,
  parse: (text: string): unknown => [...text.slice(1, -1).matchAll(ELEMENTS)].map(unquoted),
})

const ELEMENTS = /"((?:[^"\\]|\\.)*)"|[^,]+/gs

function unquoted([element, inQuotes]: RegExpExecArray): string | null {
  if (inQuotes !== undefined) return inQuotes.replaceAll(/\\(.)/gs, '$1')
  return element === 'NULL' ? null : element
}

function quoted(value: string | null): string {
  return value === null ? 'null' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

export const arrayTypes = {
  intArray: numbers(1007),
  bigintArray: numbers(1016),
  textArray: texts(1009),
}
