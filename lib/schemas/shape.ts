// Reads JSON by a zod schema, and turns the complaints of the schema into issues.
import type { z } from 'zod'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'

/** The value as the schema shapes it, or every issue with its path. */
export function readShape<S extends z.ZodType>(schema: S, input: unknown): Checked<z.output<S>> {
  const parsed = schema.safeParse(input)
  return parsed.success ? accepted(parsed.data) : refused(parsed.error.issues.flatMap(issuesOf))
}

function issuesOf(problem: z.core.$ZodIssue): Issue[] {
  const path = problem.path.filter((step) => typeof step !== 'symbol')
  if (problem.code === 'unrecognized_keys') {
    return problem.keys.map((key) => ({
      path: [...path, key],
      code: 'unknown_field',
      reason: `There is no field ${JSON.stringify(key)} here.`,
    }))
  }
  return [{ path, ...complaint(problem) }]
}

function complaint(problem: z.core.$ZodIssue): Pick<Issue, 'code' | 'reason'> {
  switch (problem.code) {
    case 'invalid_type':
      return problem.input === undefined && /received undefined/.test(problem.message)
        ? { code: 'required', reason: 'This field is required.' }
        : { code: 'type', reason: `This must be of type ${problem.expected}.` }
    case 'invalid_value':
      return {
        code: 'one_of',
        reason: `This must be one of ${problem.values.map((value) => JSON.stringify(value)).join(', ')}.`,
      }
    case 'too_big':
      return { code: 'too_many', reason: `At most ${problem.maximum} are allowed here.` }
    case 'custom':
      return { code: String(problem.params?.['code'] ?? 'type'), reason: sentence(problem.message) }
    default:
      return { code: 'type', reason: sentence(problem.message) }
  }
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
