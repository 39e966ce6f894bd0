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
 * Texts, each quoted, unless Drizzle's column has written them already; Drizzle also reads the answers. See
 * https://www.postgresql.org/docs/18/arrays.html#ARRAYS-IO.
 */
const texts = (oid: number) => ({
  to: oid,
  from: [],
  serialize: (values: string | readonly (string | null)[]) =>
    typeof values === 'string' ? values : `{${values.map(quoted).join(',')}}`,
  parse: (text: string) => text,
})

function quoted(value: string | null): string {
  return value === null ? 'null' : `"${value.replaceAll(/["\\]/g, '\\$&')}"`
}

export const arrayTypes = {
  intArray: numbers(1007),
  bigintArray: numbers(1016),
  textArray: texts(1009),
}
