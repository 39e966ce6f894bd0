// What selectors can be completed with.
import { LABELLED_KINDS, type LabelledKind } from '#lib/domain/objects/kinds.ts'
import { pageParameters, readLimit } from '#lib/http/api/lists.ts'
import { jsonResponse, type Operation, type Received } from '#lib/http/api/operation.ts'
import { readText, readWord } from '#lib/http/api/parameters.ts'
import { labelValuesSchema } from '#lib/schemas/label-values.ts'
import { completeLabelsUseCase } from '#lib/usecases/labels/complete.ts'
import { refusalOf } from '#lib/usecases/refusal.ts'

export const getLabelValues: Operation = {
  id: 'getLabelValues',
  method: 'GET',
  path: '/label-values',
  tag: 'labels',
  summary: 'Complete a label: the keys in use, or the values of a key, the most used first',
  query: [
    {
      name: 'kind',
      description: 'Whose labels (required).',
      schema: { type: 'string', enum: LABELLED_KINDS },
    },
    {
      name: 'key',
      description: 'The key whose values are wanted; absent: the keys.',
      schema: { type: 'string' },
    },
    {
      name: 'prefix',
      description: 'Only what begins so.',
      schema: { type: 'string', maxLength: 256 },
    },
    ...pageParameters.filter(({ name }) => name === 'limit'),
  ],
  headers: [],
  body: null,
  responses: { 200: labelValuesSchema },
  useCase: completeLabelsUseCase.name,
  handle: async (received) =>
    jsonResponse(
      await completeLabelsUseCase.invoke(received.process, received.session, {
        kind: readKind(received),
        key: readText(received.query, 'key'),
        prefix: readText(received.query, 'prefix') ?? '',
        limit: readLimit(received),
      }),
    ),
}

function readKind({ query }: Received): LabelledKind {
  const kind = readWord(query, 'kind', LABELLED_KINDS, null)
  if (kind !== null) return kind
  throw refusalOf('malformed', [
    {
      path: ['query', 'kind'],
      code: 'param_kind',
      reason: `kind must be ${LABELLED_KINDS.join(' or ')}.`,
    },
  ])
}
