// Query parameters, one zod schema each: it turns the text of an address into a value, and its `meta` is what OpenAPI
// shows.
import { z } from 'zod'
import { labelKeyIssues } from '#lib/domain/labels/labels.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { isTimeZone } from '#lib/domain/observed/time-zone.ts'
import { COMMIT } from '#lib/domain/text/commit.ts'
import { instantOf } from './instant.ts'

/** Says what is wrong with a parameter, by its name. */
const named = (reason: string) => ({
  error: ({ path }: { readonly path?: PropertyKey[] }) => `${String(path?.[0])} ${reason}`,
})

/** Null where it isn't given. */
function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((value) => value ?? null)
}

const integer = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max,
      named(`must be a whole number from ${min} to ${max}.`),
    )
    .transform(Number)

export const rowCount = (maximum: number, absent: number) =>
  lineCount(maximum, absent, 'Rows of a page.')

/** How many lines of something that is long are answered. */
export const lineCount = (maximum: number, absent: number, description: string) =>
  integer(1, maximum).default(absent).meta({
    description,
    type: 'integer',
    minimum: 1,
    maximum,
    default: absent,
  })

/** How many lines come before those that are answered. */
export const lineOffset = (description: string) =>
  integer(0, COUNT_MAX).default(0).meta({ description, type: 'integer', minimum: 0, default: 0 })

const COUNT_MAX = 1_000_000_000

/** A number that the caller confirms. */
export const count = (description: string) =>
  orNull(integer(0, COUNT_MAX)).meta({ description, type: 'integer', minimum: 0 })

const CHANGE_MAX = 999_999_999_999_999

export const changeNumber = (description: string) =>
  orNull(integer(1, CHANGE_MAX)).meta({
    description,
    type: 'integer',
    minimum: 1,
    maximum: CHANGE_MAX,
  })

export const flag = (description: string) =>
  z
    .enum(['true', 'false'], named('must be true or false.'))
    .default('false')
    .transform((text) => text === 'true')
    .meta({ description, type: 'boolean', default: false })

export const word = <const Word extends string>(words: readonly Word[], description: string) =>
  orNull(z.enum(words, named(`must be one of ${words.join(', ')}.`))).meta({
    description,
    type: 'string',
    enum: words,
  })

/** One word, which must be said. */
export const oneWord = <const Word extends string>(words: readonly Word[], description: string) =>
  z
    .enum(words, named(`must be one of ${words.join(', ')}.`))
    .meta({ description: `${description} (required).`, type: 'string', enum: words })

/** One or several words, separated by commas. */
export const words = <const Word extends string>(known: readonly Word[], description: string) => {
  const isKnown = (text: string): text is Word => known.some((word) => word === text)
  const error = named(`must be one or several of ${known.join(', ')}, separated by commas.`)
  return orNull(
    z
      .string()
      .refine((text) => text.split(',').every(isKnown), error)
      .transform((text) => [...new Set(text.split(',').filter(isKnown))]),
  ).meta({
    description: `${description} One or several of ${known.join(', ')}, separated by commas.`,
    type: 'string',
  })
}

const PLACED_OBJECT = /^(?:(cluster|team)|(application)\/([^/]+))\/([^/]+)$/

/** What has placements, by its kind and its name. */
export const placedObject = (description: string) =>
  orNull(
    z
      .string()
      .transform(placedObjectOf)
      .refine(
        (ref) => ref !== null,
        named('must be application/TEAM/NAME, cluster/NAME or team/NAME.'),
      ),
  ).meta({
    description: `${description}: application/TEAM/NAME, cluster/NAME or team/NAME.`,
    type: 'string',
  })

const PAIR = /^([^/]+)\/([^/]+)\/([^/]+)$/

/** An application on a cluster, by their names. */
export const pair = (description: string) =>
  orNull(
    z
      .string()
      .transform(pairOf)
      .refine((named) => named !== null, named('must be TEAM/APPLICATION/CLUSTER.')),
  ).meta({ description: `${description}: TEAM/APPLICATION/CLUSTER.`, type: 'string' })

function pairOf(text: string) {
  const [, namespace, application, cluster] = PAIR.exec(text) ?? []
  return cluster === undefined
    ? null
    : { namespace: namespace!, application: application!, cluster }
}

function placedObjectOf(text: string) {
  const [, kind, application, team, name] = PLACED_OBJECT.exec(text) ?? []
  if (name === undefined) return null
  if (application !== undefined) return { kind: 'application' as const, team: team!, name }
  return { kind: kind === 'team' ? ('team' as const) : ('cluster' as const), team: null, name }
}

const NAMED_APPLICATION = /^([^/]+)\/([^/]+)$/

/** An application by its team and its name, which must be said. */
export const namedApplication = (description: string) =>
  z
    .string(named('must be TEAM/NAME.'))
    .regex(NAMED_APPLICATION, named('must be TEAM/NAME.'))
    .transform((text) => {
      const [, namespace = '', name = ''] = NAMED_APPLICATION.exec(text) ?? []
      return { namespace, name }
    })
    .meta({ description: `${description}: TEAM/NAME (required).`, type: 'string' })

/** `name` or `-name`: the key, and whether it is descending. */
export function order<const Key extends string>(
  keys: readonly Key[],
  absent: NoInfer<Key | `-${Key}`>,
) {
  const words: string[] = keys.flatMap((key) => [key, `-${key}`])
  return z
    .enum(words, named(`must be one of ${words.join(', ')}.`))
    .optional()
    .transform((word = absent) => ({
      by: keys.find((key) => key === word.replace(/^-/, ''))!,
      descending: word.startsWith('-'),
    }))
    .meta({
      description: 'What to sort by; with `-` before it, descending.',
      type: 'string',
      enum: words,
    })
}

/** An RFC 3339 instant, or a date, which is its first moment in UTC. https://www.rfc-editor.org/rfc/rfc3339 */
export const instant = (description: string) =>
  orNull(
    z
      .string()
      .transform(instantOf)
      .refine(
        (at) => at !== null,
        named('must be an instant such as 2026-03-01T12:00:00Z, or a date.'),
      ),
  ).meta({ description, type: 'string' })

const plainText = z
  .string()
  .refine(
    // oxlint-disable-next-line no-control-regex -- naming them is the point
    (text) => text.length <= 256 && !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed(),
    named('must be at most 256 characters without control characters.'),
  )
  .transform((text) => (text === '' ? null : text))

/** Free text of at most 256 characters without control characters; an empty one counts as absent. */
export const text = (description: string) => orNull(plainText).meta({ description, type: 'string' })

/** Searches names and descriptions, unless the description says otherwise. */
export const searched = (description = 'Part of the name or the description.') =>
  text(description).meta({ maxLength: 256 })

const TEXTS_MAX = 200

const DURATION = /^\d{1,4}[mhd]$/
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }
const DAYS_MAX = 90

const secondsOf = (text: string) => Number(text.slice(0, -1)) * (SECONDS[text.at(-1)!] ?? 0)

/** So many minutes, hours or days, in seconds. */
export const duration = (description: string) =>
  orNull(
    z
      .string()
      .refine(
        (text) => DURATION.test(text) && secondsOf(text) <= DAYS_MAX * SECONDS['d']!,
        named(`must be a time such as 15m, 2h or 1d, of at most ${DAYS_MAX} days.`),
      )
      .transform(secondsOf),
  ).meta({ description, type: 'string' })

export const commit = (description: string) =>
  orNull(z.string().regex(COMMIT, named('must be all digits of a commit, in lower case.'))).meta({
    description,
    type: 'string',
  })

/** A list of such texts: a parameter that may be repeated. */
export const texts = (description: string) =>
  z
    .array(plainText)
    .refine((given) => given.length <= TEXTS_MAX, named(`may be given ${TEXTS_MAX} times.`))
    .transform((given) => given.filter((text) => text !== null))
    .default([])
    .meta({ description, type: 'array', items: { type: 'string' } })

/** A time zone by its name of the IANA. */
export const timeZone = (description: string) =>
  z
    .string()
    .refine(isTimeZone, named('must be a time zone such as Europe/Berlin.'))
    .default('UTC')
    .meta({ description, type: 'string', default: 'UTC' })

export const selector = (description: string) =>
  orNull(
    z.string().transform((text, context) => {
      if (text === '') return null
      const parsed = parseSelector(text, [])
      if (parsed.ok) return parsed.value
      context.addIssue(parsed.issues[0]!.reason)
      return z.NEVER
    }),
  ).meta({ description, type: 'string' })

const ENVIRONMENT = 'environment'
const GROUPINGS = [ENVIRONMENT, 'team', 'application', 'cluster'] as const
const LABEL = 'label:'

const groupingText = z
  .string()
  .refine(
    (text) => GROUPINGS.some((word) => word === text) || isLabel(text),
    named(`must be one of ${GROUPINGS.join(', ')}, or label: and the key of a label.`),
  )
  .transform((text) => {
    if (text === 'team' || text === 'application' || text === 'cluster')
      return { by: text } as const
    return { by: 'label', key: isLabel(text) ? text.slice(LABEL.length) : text } as const
  })

const oneOfGroupings = `One of ${GROUPINGS.join(', ')}, or label:KEY`

/** What groups have in common: one of these words, or a label of the clusters. */
export const grouping = (description: string) =>
  groupingText.prefault('environment').meta({
    description: `${description} ${oneOfGroupings}; environment if it isn’t said.`,
    type: 'string',
  })

/** The label of the clusters whose values groups have in common. */
export const clusterGrouping = (description: string) =>
  z
    .string()
    .refine(
      (text) => text === ENVIRONMENT || isLabel(text),
      named(`must be ${ENVIRONMENT}, or label: and the key of a label.`),
    )
    .transform((text) => (isLabel(text) ? text.slice(LABEL.length) : text))
    .default(ENVIRONMENT)
    .meta({
      description: `${description} ${ENVIRONMENT} or label:KEY.`,
      type: 'string',
      default: ENVIRONMENT,
    })

/** The same, where everything may be one group. */
export const groupingOrNone = (description: string) =>
  orNull(groupingText).meta({
    description: `${description} ${oneOfGroupings}; everything together if it isn’t said.`,
    type: 'string',
  })

function isLabel(text: string): boolean {
  return text.startsWith(LABEL) && labelKeyIssues(text.slice(LABEL.length), []).length === 0
}

/** A token that the server wrote itself, and that only its own list can read. */
export const continueToken = (description: string) =>
  orNull(z.string()).meta({ description, type: 'string' })
