// Takes what programs say of clusters. It moves nothing by itself: what is picked is decided when an edit asks for it.
import { readLivingScores, writeScores } from '#db/queries/cluster-scores.ts'
import type { Score } from '#lib/domain/decisions/score.ts'
import { accepted } from '#lib/domain/text/issue.ts'
import { readScoresInput, type ScoresJson } from '#lib/schemas/score.ts'
import { defineRecord } from '../define.ts'
import { type ClusterScoresOf, loadScored } from './find.ts'
import { scoresJson } from './read.ts'

type WriteRequest = ClusterScoresOf & { readonly body: unknown }
type WriteInput = ClusterScoresOf & { readonly scores: ReadonlyMap<string, Score> }

export const writeScoresUseCase = defineRecord<WriteRequest, ScoresJson, WriteInput, number>({
  name: 'scores.write',
  oneIn: 1,
  parse: ({ cluster, body }, { clock }) => {
    const read = readScoresInput(body, clock())
    return read.ok ? accepted({ cluster, scores: read.value }) : read
  },
  load: loadScored,
  run: async ({ scope }, { scores }, cluster) => {
    await writeScores(scope, cluster, scores)
    return scoresJson((await readLivingScores(scope, [cluster])).get(cluster))
  },
})
