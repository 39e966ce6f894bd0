// The query of a list as its address has it, kept as one text.
import type { z } from 'zod'

/** Sorted by parameter, so that equal questions are equal texts; what is repeated stays, so that it can be refused. */
export function canonicalQuery(sent: string | Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(typeof sent === 'string' ? sent.trim() : { ...sent })
  query.sort()
  return query.toString()
}

/** What is wrong with the query of a list that has these parameters, in a sentence; null: nothing. */
export function queryFault(list: string, parameters: z.ZodObject, query: string): string | null {
  const given = [...new URLSearchParams(query)]
  const names = given.map(([name]) => name)
  const unknown = names.find((name) => !Object.hasOwn(parameters.shape, name))
  if (unknown !== undefined) return `There is no parameter ${JSON.stringify(unknown)} of ${list}.`
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) return `The parameter ${repeated} is given twice.`
  const read = parameters.safeParse(Object.fromEntries(given))
  return read.success ? null : read.error.issues[0]!.message
}
