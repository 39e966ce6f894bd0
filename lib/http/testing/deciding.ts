// Decisions as schedulers answer them, for tests: without what is checked of an answer.
import { personOf } from '#lib/domain/testing/actors.ts'
import type { Submission } from '#lib/usecases/changes/submission.ts'
import { submitDrafts, type WriteOutcome } from '#lib/usecases/changes/submit.ts'
import { PLAIN_WRITE, type WriteOptions } from '#lib/usecases/changes/write-options.ts'
import { asked, defineEdit } from '#lib/usecases/define.ts'
import { ownSession } from '#lib/usecases/session.ts'
import type { TestApi } from './api.ts'

type Deciding = Pick<Submission, 'decisions' | 'isCarriedOut'> & { readonly options: WriteOptions }

const decideUseCase = defineEdit<Deciding, WriteOutcome>({
  name: 'decisions.test',
  subject: null,
  load: () => asked({ kind: 'tenant' }),
  isDryRun: ({ options }) => options.dryRun,
  run: (context, deciding) =>
    submitDrafts(context, { action: 'decisions.test', drafts: [], ...deciding }),
})

/** Submits decisions, by somebody who may do everything, however much they remove. */
export function submitDecisions(
  { services, tenant }: Pick<TestApi, 'services' | 'tenant'>,
  decisions: NonNullable<Submission['decisions']>,
  options: Partial<WriteOptions> = {},
): Promise<WriteOutcome> {
  const session = ownSession(tenant, personOf('ann', { role: 'admin' }))
  return decideUseCase.invoke(services, session, {
    decisions,
    isCarriedOut: true,
    options: { ...PLAIN_WRITE, ...options },
  })
}
