import { z } from 'zod'
import { text } from '#lib/domain/lists/parameters.ts'
import { LABELLED_KINDS } from '#lib/domain/objects/kinds.ts'
import { pagingParameters } from '#lib/http/api/lists.ts'
import { jsonResponse, operation } from '#lib/http/api/operation.ts'
import { labelValuesSchema } from '#lib/schemas/label-values.ts'
import { completeLabelsUseCase } from '#lib/usecases/labels/complete.ts'

export const getLabelValues = operation({
  id: 'getLabelValues',
  method: 'GET',
  path: '/label-values',
  tag: 'labels',
  summary: 'Complete a label: the keys in use, or the values of a key, the most used first',
  query: z.object({
    kind: z
      .enum(LABELLED_KINDS, {
        error: ({ input }) =>
          `kind must be ${input === undefined ? LABELLED_KINDS.join(' or ') : `one of ${LABELLED_KINDS.join(', ')}`}.`,
      })
      .meta({ description: 'Whose labels (required).', type: 'string', enum: LABELLED_KINDS }),
    key: text('The key whose values are wanted; absent: the keys.'),
    prefix: text('Only what begins so.').meta({ maxLength: 256 }),
    limit: pagingParameters.limit,
  }),
  responses: { 200: labelValuesSchema },
  useCase: completeLabelsUseCase,
  handle: async ({ services, session, query: { prefix, ...query } }) =>
    jsonResponse(
      await completeLabelsUseCase.invoke(services, session, { ...query, prefix: prefix ?? '' }),
    ),
})
