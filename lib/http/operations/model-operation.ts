import { z } from 'zod'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { ModelObject } from '#lib/domain/objects/objects.ts'
import { yamlText } from '#lib/domain/text/yaml-text.ts'
import { acceptedFormat } from '#lib/http/api/accepted-format.ts'
import { answerPages } from '#lib/http/api/answer-pages.ts'
import { at } from '#lib/http/api/lists.ts'
import { operation } from '#lib/http/api/operation.ts'
import { everyPage } from '#lib/lists/list.ts'
import { plainRows } from '#lib/lists/row-formats.ts'
import { type ObjectDocument, documentInput, documentOf } from '#lib/schemas/document.ts'
import { inSlices } from '#lib/usecases/in-slices.ts'
import { type ModelPosition, readModelUseCase } from '#lib/usecases/objects/model.ts'

export const exportModel = operation({
  id: 'exportModel',
  method: 'GET',
  path: '/model',
  tag: 'apply',
  summary: 'Export every object, as the documents that `/apply` takes',
  query: z.object({ at }),
  responses: { 200: documentInput.array() },
  answers: 'application/yaml',
  alsoJson: true,
  useCase: readModelUseCase,
  handle: (received) => {
    const { services, session, query, request, stillAllowed } = received
    const pages = everyPage<ModelObject, ModelPosition>(
      (window) => readModelUseCase.invoke(services, session, window),
      query.at,
      {},
      stillAllowed,
    )
    const form = acceptedFormat(request, 'yaml') === 'json' ? JSON_FORM : YAML_FORM
    return answerPages(received, pages, {
      contentType: form.contentType,
      textsOf: (pages) => documentTexts(pages, form),
    })
  },
})

type Form = {
  readonly contentType: string
  readonly begin: string
  readonly between: string
  readonly end: string
  readonly textOf: (document: ReturnType<typeof documentOf>) => string
}

const JSON_FORM: Form = {
  contentType: 'application/json',
  begin: '[\n',
  between: ',\n',
  end: '\n]\n',
  textOf: (document) => JSON.stringify(document),
}

const YAML_FORM: Form = {
  contentType: 'application/yaml',
  begin: '',
  between: '---\n',
  end: '',
  textOf: (document) => yamlText(plainRows([document])),
}

/** As much as is worth a piece of an answer. */
const CHARACTERS_AT_ONCE = 64 * 1024

async function* documentTexts(
  pages: AsyncIterable<readonly ModelObject[]>,
  { begin, between, end, textOf }: Form,
): AsyncGenerator<string> {
  let text = begin
  let before = ''
  for await (const objects of pages) {
    for await (const object of inSlices(objects)) {
      text += before + textOf(documentOf(sentForm(object)))
      before = between
      if (text.length < CHARACTERS_AT_ONCE) continue
      yield text
      text = ''
    }
  }
  yield text + end
}

function sentForm(object: ModelObject): ObjectDocument {
  return { kind: object.kind, json: objectJson(object) }
}
