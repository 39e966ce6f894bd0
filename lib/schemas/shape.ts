// Reading JSON by a zod schema, with the schema's complaints turned into the issues that the rest of Berth speaks.
import { z } from 'zod'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'

/** The value as the schema shapes it, or every issue with the path at which it stands. */
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
    default:
      return { code: 'type', reason: sentence(problem.message) }
  }
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

/** A string-to-string map whose entries the domain checks, so that its own codes name what is wrong. */
export const stringMap = z.unknown().meta({
  override: { type: 'object', additionalProperties: { type: 'string' } },
  description: 'A string-to-string map. Values are strings: a number or a boolean is an error.',
})

export const labelMap = stringMap.meta({
  description:
    'Labels under the Kubernetes rules: values are strings, a number or a boolean is an error.',
  examples: [{ gpu: 'true', region: 'east' }],
})

const structuredSelector = {
  type: 'object' as const,
  properties: {
    matchLabels: { type: 'object' as const, additionalProperties: { type: 'string' as const } },
    matchExpressions: {
      type: 'array' as const,
      items: {
        type: 'object' as const,
        required: ['key', 'operator'],
        properties: {
          key: { type: 'string' as const },
          operator: { type: 'string' as const, enum: ['In', 'NotIn', 'Exists', 'DoesNotExist'] },
          values: { type: 'array' as const, items: { type: 'string' as const } },
        },
      },
    },
  },
}

/** A selector in any of its three spellings; the domain parses it. */
export const selectorInput = z.unknown().meta({
  override: {
    anyOf: [
      { type: 'string', description: 'As kubectl writes it; `*` alone says everything.' },
      structuredSelector,
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  },
  description:
    'A label selector: a kubectl string, `matchLabels` and `matchExpressions`, or a flat map of equal labels.',
  examples: ['region in (east,west),gpu=true', { region: 'east' }],
})

/** The one form in which selectors are answered. */
export const selectorOutput = z
  .union([
    z.literal('*'),
    z.strictObject({
      matchLabels: z.record(z.string(), z.string()).optional(),
      matchExpressions: z
        .array(
          z.strictObject({
            key: z.string(),
            operator: z.enum(['In', 'NotIn', 'Exists', 'DoesNotExist']),
            values: z.array(z.string()).optional(),
          }),
        )
        .optional(),
    }),
  ])
  .meta({ id: 'Selector' })

/** What the server adds to an object; accepted and ignored when written back. */
export const ignoredStatus = z
  .unknown()
  .optional()
  .meta({ description: 'Added by the server; ignored when written back.', override: {} })
