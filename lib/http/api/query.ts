// Reads the query of a request strictly: what isn't understood is refused and never ignored, because a misspelt `dryRun`
// must not save.
import { z } from 'zod'
import type { Issue } from '#lib/domain/text/issue.ts'
import { type Refusal, refusalOf } from '#lib/usecases/refusal.ts'

/** The text of each parameter in an address; a list has any number of them. */
export type QueryTexts = Readonly<Record<string, string | readonly string[]>>

/** The query of a request. 400 for an unknown parameter, or for one that is repeated and isn't a list. */
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

/** The values of the given parameters; 400 for the first invalid one. Texts of other parameters are ignored. */
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

/** The refusal of a parameter's value. */
export function wrongParameter(name: string, reason: string): Refusal {
  return refusalOf('malformed', [issue(name, parameterCode(name), reason)])
}

function issue(name: string, code: string, reason: string): Issue {
  return { path: ['query', name], code, reason }
}

export function parameterCode(name: string): string {
  const snakeCase = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `param_${snakeCase}`
}
