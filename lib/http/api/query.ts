// The query of a request, read strictly: what isn't understood is refused, never ignored, because a misspelt `dryRun` must
// not save.
import { z } from 'zod'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Refusal, refusalOf } from '#lib/usecases/refusal.ts'

/** What an address says of each parameter: a text, of a list any number. */
export type QueryTexts = Readonly<Record<string, string | readonly string[]>>

/** The query of a request. 400 for a parameter that isn't among these, or that is repeated and no list. */
export function readTexts({ shape }: z.ZodObject, query: URLSearchParams): QueryTexts {
  const seen = new Set<string>()
  const issues = [...query.keys()].flatMap((name): Issue[] => {
    if (!Object.hasOwn(shape, name)) {
      return [issue(name, 'param_unknown', `There is no parameter ${JSON.stringify(name)} here.`)]
    }
    const isRepeated = seen.has(name) && !isList(shape[name])
    seen.add(name)
    return isRepeated
      ? [issue(name, 'param_repeated', `The parameter ${name} is given twice.`)]
      : []
  })
  if (issues.length > 0) throw refusalOf('malformed', issues.slice(0, 20))
  const textsOf = (name: string) => (isList(shape[name]) ? query.getAll(name) : query.get(name)!)
  return Object.fromEntries([...seen].map((name) => [name, textsOf(name)]))
}

/** The values of what is given; 400 for the first that isn't one. Texts of other parameters are left alone. */
export function readValues<Query extends z.ZodObject>(
  parameters: Query,
  texts: QueryTexts,
): z.output<Query> {
  const read = parameters.safeParse(texts)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0]!
  throw wrongParameter(String(path[0]), message)
}

function isList(schema: z.core.$ZodType): boolean {
  return z.globalRegistry.get(schema)?.['type'] === 'array'
}

/** The refusal of a parameter whose value is not one that it takes. */
export function wrongParameter(name: string, reason: string): Refusal {
  return refusalOf('malformed', [issue(name, parameterCode(name), reason)])
}

function issue(name: string, code: string, reason: string): Issue {
  return { path: ['query', name], code, reason }
}

/** The code of a parameter whose value is not one that it takes. */
export function parameterCode(name: string): string {
  const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `param_${snakeCase}`
}
