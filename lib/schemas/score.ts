// Scores of a cluster: numbers that programs write, by which picks and schedulers prefer some.
import { z } from 'zod'
import { type Score, scoreIssues } from '#lib/domain/decisions/score.ts'
import { type Checked, checked, type Issue } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const score = z.strictObject({
  value: z.number().meta({ description: 'From -100 to 100; the more, the better.' }),
  until: z.iso.datetime({ offset: true }).meta({
    description: 'From then on it counts as absent; at most 90 days from now.',
  }),
})

const byName = z.record(z.string(), score)

export const scoresInput = byName.meta({
  id: 'ClusterScoresInput',
  description: 'All scores of the cluster, by their names; at most 20.',
  examples: [{ 'free-gpu': { value: 37, until: '2026-12-01T12:00:00Z' } }],
})

export const scoresOutput = byName.meta({ id: 'ClusterScores' })
export type ScoresJson = z.output<typeof scoresOutput>

const DAYS_MAX = 90
const DAY_MS = 86_400_000
/** Scores of more names are told of by their number alone. */
const NAMES_MAX = 1000

/** `now` is where the time begins for which a score may last. */
export function readScoresInput(json: unknown, now: Date): Checked<ReadonlyMap<string, Score>> {
  const count = typeof json === 'object' && json !== null ? Object.keys(json).length : 0
  if (count > NAMES_MAX) return { ok: false, issues: [tooMany(count)] }
  const shape = readShape(scoresInput, json)
  if (!shape.ok) return shape
  const scores = new Map(
    Object.entries(shape.value).map(([name, { value, until }]) => [
      name,
      { value, until: new Date(until) },
    ]),
  )
  const latest = now.getTime() + DAYS_MAX * DAY_MS
  const issues = [...scores].flatMap(([name, { until }]) =>
    until.getTime() <= latest ? [] : [tooLong(name)],
  )
  return checked(scores, [...scoreIssues(scores, []), ...issues])
}

function tooMany(count: number): Issue {
  return { path: [], code: 'too_many', reason: `There are ${count} scores.` }
}

function tooLong(name: string): Issue {
  const reason = `A score lasts for ${DAYS_MAX} days at most.`
  return { path: [name, 'until'], code: 'bad_score', reason }
}
