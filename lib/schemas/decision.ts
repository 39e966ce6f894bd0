// What a scheduler is asked, and what it answers.
import { z } from 'zod'
import { DECISIONS_MAX } from '#lib/domain/decisions/decision-edits.ts'
import type { AnsweredDecision } from '#lib/domain/decisions/answered-decisions.ts'
import { FRESHNESSES } from '#lib/domain/observed/freshness.ts'
import { type Checked, checked, type Issue } from '#lib/domain/text/issue.ts'
import { textIssues } from '#lib/domain/text/text.ts'
import { scoresOutput } from './score.ts'
import { readShape } from './shape.ts'

const instant = z.iso.datetime()
const count = z.number().int().min(0)
const labels = z.record(z.string(), z.string())
const names = z.array(z.string())

/** Of one answer: what a scheduler says of many applications at once. */
export const ANSWER_BYTES_MAX = 16 * 1024 * 1024
const REASON_CHARACTERS_MAX = 200
const ISSUES_MAX = 100

const answeredDecision = z.strictObject({
  namespace: z.string().meta({ examples: ['ieb'] }),
  application: z.string().meta({ examples: ['app1'] }),
  clusters: names.meta({ description: 'All that are chosen for the application, by their names.' }),
  reasons: z.record(z.string(), z.string()).optional().meta({
    description: 'Why, by the names of clusters: up to 200 characters on one line each.',
  }),
  empty: z
    .boolean()
    .default(false)
    .meta({ description: 'That it is meant that an application leaves all clusters it has.' }),
})

const answer = z.strictObject({
  decisions: z.array(answeredDecision).max(DECISIONS_MAX).meta({
    description: 'An application that isn’t named keeps what was decided for it.',
  }),
})
const confirmation = z.strictObject({
  confirm: z.literal(true).meta({
    description:
      'Instead: keep what the scheduler decided and what waits for a person, with `confirmRemovals`.',
  }),
})

export const decisionInput = z.union([answer, confirmation]).meta({ id: 'DecisionInput' })

/** What a scheduler says of one application, with why. */
export type Answer = AnsweredDecision & { readonly reasons: ReadonlyMap<string, string> }

/** What was answered; `confirm`: what waits is confirmed. */
export type SentDecision = { readonly answers: readonly Answer[] } | { readonly confirm: true }

export function readDecisionInput(json: unknown): Checked<SentDecision> {
  if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'confirm')) {
    const shape = readShape(confirmation, json)
    return shape.ok ? checked({ confirm: true as const }, []) : shape
  }
  const read = readAnswers(json)
  return read.ok ? checked({ answers: read.value }, []) : read
}

/** An answer by itself, as it comes from where a scheduler was asked. */
function readAnswers(json: unknown): Checked<readonly Answer[]> {
  const shape = readShape(answer, json)
  if (!shape.ok) return { ok: false, issues: shape.issues.slice(0, ISSUES_MAX) }
  const issues: Issue[] = []
  const answers = shape.value.decisions.map(({ reasons = {}, ...decision }, index) => {
    for (const [name, reason] of Object.entries(reasons)) {
      if (issues.length >= ISSUES_MAX) break
      const path = ['decisions', index, 'reasons', name]
      issues.push(
        ...textIssues(reason, path, { charactersMax: REASON_CHARACTERS_MAX, lineBreaks: false }),
      )
    }
    return { ...decision, reasons: new Map(Object.entries(reasons)) }
  })
  return checked(answers, issues)
}

const chosenRow = z.strictObject({
  namespace: z.string(),
  application: z.string(),
  clusters: names,
})

const questionFields = {
  change: count.meta({
    description: 'As of which change this is asked. An answer says it in `If-Match`.',
  }),
  policy: z.record(z.string(), z.unknown()).meta({ description: 'The policy that decides.' }),
  applications: z
    .array(z.strictObject({ namespace: z.string(), name: z.string(), metadata: labels }))
    .meta({ description: 'Those that the policy selects.' }),
  clusters: z
    .array(
      z.strictObject({
        name: z.string(),
        environment: z.string(),
        metadata: labels,
        scores: scoresOutput,
        freshness: z.enum(FRESHNESSES),
      }),
    )
    .meta({
      description:
        'Those that may be chosen, for each application that has nothing in `candidates`.',
    }),
  candidates: z.array(chosenRow).meta({
    description:
      'Of applications whose team or target allows fewer: those. A long list goes on in another row, or on the next page.',
  }),
  current: z.array(chosenRow).meta({
    description:
      'What is decided now. A long list goes on in another row, or on the next page. An application without a row is not decided yet.',
  }),
  next: z.url().nullable().meta({
    description: 'Where the next page is, of all lists together; null: this is the last.',
  }),
}

export const questionOutput = z
  .strictObject({
    ...questionFields,
    status: z.strictObject({
      asked_at: instant.nullable(),
      due_at: instant.nullable(),
      failures: count.meta({ description: 'How often in a row its scheduler failed.' }),
      error: z.string().nullable().meta({ description: 'What was wrong the last time.' }),
      waiting: z
        .strictObject({
          change: count.meta({ description: 'Which question it answers; confirm it by this.' }),
          at: instant,
          removals: count.meta({ description: 'How many placements it removes.' }),
        })
        .nullable()
        .meta({ description: 'What was decided and removes so much that a person confirms it.' }),
    }),
  })
  .meta({ id: 'DecisionQuestion' })
export type QuestionJson = Omit<z.output<typeof questionOutput>, 'status'>
export type DecisionJson = z.output<typeof questionOutput>

export const decidedOutput = z
  .strictObject({
    change: count
      .nullable()
      .meta({ description: 'The change that it made; null: all stays as it is.' }),
  })
  .meta({ id: 'Decided' })

/** What waits for a person, as it is kept. */
export const keptWaiting = z.strictObject({
  change: count,
  at: instant,
  removals: count,
  decisions: z.array(answeredDecision),
})
export type KeptWaiting = z.output<typeof keptWaiting>
