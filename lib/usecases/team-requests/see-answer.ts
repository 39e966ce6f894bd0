// Whoever asked has read the answer, so that their inbox no longer tells of it.
import { noteAnswerSeen, type TeamRequestRow } from '#db/queries/team-requests.ts'
import { defineRecord } from '../define.ts'
import { loadRequest, type TeamRequestInput } from './read.ts'

/** Answers whether this is the asker's first look at an answer; of others nothing is noted. */
export const seeAnswerUseCase = defineRecord<
  TeamRequestInput,
  boolean,
  TeamRequestInput,
  TeamRequestRow
>({
  name: 'team-requests.see-answer',
  oneIn: 1,
  load: loadRequest,
  run: ({ scope, actor }, { id }) => noteAnswerSeen(scope, { id, asker: actor.id }),
})
