import { readLivingScores } from '#db/queries/cluster-scores.ts'
import type { Score } from '#lib/domain/decisions/score.ts'
import type { ScoresJson } from '#lib/schemas/score.ts'
import { defineRead } from '../define.ts'
import { type ClusterScoresOf, loadScored } from './find.ts'

/** Those that aren't over. */
export const readScoresUseCase = defineRead<ClusterScoresOf, ScoresJson, ClusterScoresOf, number>({
  name: 'scores.read',
  load: loadScored,
  run: async ({ scope }, _, cluster) =>
    scoresJson((await readLivingScores(scope, [cluster])).get(cluster)),
})

export function scoresJson(scores: ReadonlyMap<string, Score> = new Map()): ScoresJson {
  return Object.fromEntries(
    [...scores].map(([name, { value, until }]) => [name, { value, until: until.toISOString() }]),
  )
}
