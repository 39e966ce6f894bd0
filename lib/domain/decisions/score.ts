// Scores: numbers of clusters that programs write, and by which picks prefer some.
import { scoreNameIssues } from '#lib/domain/objects/target-policy/pick-rule.ts'
import type { Issue } from '#lib/domain/text/issue.ts'

export type Score = {
  readonly value: number
  /** From this instant on it counts as absent. */
  readonly until: Date
}

/** The scores of clusters: by the cluster's id, then by name. */
export type Scores = ReadonlyMap<number, ReadonlyMap<string, Score>>

const SCORE_MAX = 100
const SCORES_MAX = 20

/** The value of a score at an instant; null: the cluster has none of that name any more. */
export function scoreAt(scores: Scores, cluster: number, name: string, now: Date): number | null {
  const score = scores.get(cluster)?.get(name)
  return score === undefined || score.until <= now ? null : score.value
}

/** Every issue of the scores of one cluster: `too_many`, those of names, and `bad_score`. */
export function scoreIssues(
  scores: ReadonlyMap<string, Score>,
  path: Issue['path'],
): readonly Issue[] {
  if (scores.size > SCORES_MAX) {
    const reason = `There are ${scores.size} scores; a cluster has at most ${SCORES_MAX}.`
    return [{ path, code: 'too_many', reason }]
  }
  return [...scores].flatMap(([name, { value }]) => [
    ...scoreNameIssues(name, [...path, name]),
    ...(Math.abs(value) <= SCORE_MAX ? [] : [badScore([...path, name, 'value'])]),
  ])
}

function badScore(path: Issue['path']): Issue {
  const reason = `A score is a number from -${SCORE_MAX} to ${SCORE_MAX}.`
  return { path, code: 'bad_score', reason }
}
