import { impactSchema } from '#lib/schemas/impact.ts'
import { documentInput } from '#lib/schemas/document.ts'
import { applyUseCase } from '#lib/usecases/objects/apply.ts'
import { refusalOf } from '#lib/usecases/refusal.ts'
import { readDocumentsBody } from './body.ts'
import { parseJsonDocument } from './json-document.ts'
import { jsonResponse, type Operation } from './operation.ts'
import { applySchema } from './response-schemas.ts'
import { impactJson, readWriteOptions, writeParameters } from './writes.ts'
import { parseYamlDocuments } from './yaml-documents.ts'

export const apply: Operation = {
  id: 'apply',
  method: 'POST',
  path: '/apply',
  tag: 'apply',
  summary: 'Create or replace several objects: all or nothing, as one change',
  query: writeParameters,
  headers: ['Idempotency-Key', 'Berth-Reason', 'Berth-Impact'],
  body: {
    schema: documentInput.or(documentInput.array()),
    types: ['application/yaml', 'application/json'],
  },
  responses: { 200: applySchema.or(impactSchema) },
  useCase: applyUseCase.name,
  handle: async (received) => {
    const { format, text } = await readDocumentsBody(received.request)
    const outcome = await applyUseCase.invoke(received.process, received.session, {
      documents: format === 'yaml' ? yamlDocuments(text) : jsonDocuments(text),
      options: readWriteOptions(received, text),
    })
    if (outcome.kind === 'impact') return jsonResponse(impactJson(outcome.document))
    const { change, objects, total } = outcome
    return jsonResponse(
      { change, objects: objects.map(({ json }) => json), total },
      { headers: change === null ? {} : { 'Berth-Change': String(change) } },
    )
  },
}

function yamlDocuments(text: string): unknown[] {
  const parsed = parseYamlDocuments(text)
  if (!parsed.ok) throw refusalOf('invalid', parsed.issues)
  return parsed.value
}

function jsonDocuments(text: string): unknown[] {
  const parsed = parseJsonDocument(text)
  if (!parsed.ok) throw refusalOf('malformed', parsed.issues)
  return Array.isArray(parsed.value) ? parsed.value : [parsed.value]
}
