// The documents of `/apply`: the same objects in the shape in which Kubernetes writes its own.
import { z } from 'zod'
import { type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const KIND_OF_TYPE = new Map(KINDS.map((kind) => [kinds[kind].type, kind]))

export const documentInput = z
  .strictObject({
    apiVersion: z.literal('berth.dev/v1'),
    kind: z.enum([...KIND_OF_TYPE.keys()]),
    metadata: z.strictObject({
      name: z.string(),
      namespace: z.string().optional(),
      labels: z.unknown().optional(),
    }),
    spec: z.record(z.string(), z.unknown()).default({}),
    status: z.unknown().optional(),
  })
  .meta({ id: 'Document' })

export type ObjectDocument = {
  readonly kind: Kind
  /** The object as its own resource takes it. */
  readonly json: Readonly<Record<string, unknown>>
}

/** Fields of the object that are in the document's metadata, and their names there. */
const METADATA_FIELDS = { name: 'name', namespace: 'namespace', metadata: 'labels' } as const
const NOT_IN_SPEC: ReadonlySet<string> = new Set([...Object.keys(METADATA_FIELDS), 'status'])

/** A document as the JSON of its object. */
export function readDocument(document: unknown): Checked<ObjectDocument> {
  const shape = readShape(documentInput, document)
  if (!shape.ok) return shape
  const { kind, metadata, spec } = shape.value
  const misplaced = Object.keys(spec).filter((field) => NOT_IN_SPEC.has(field))
  if (misplaced.length > 0) return refused(misplaced.map(misplacedIssue))
  const { name, namespace, labels } = metadata
  return accepted({
    kind: KIND_OF_TYPE.get(kind)!,
    json: {
      ...spec,
      name,
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { metadata: labels }),
    },
  })
}

/** The document of an object, from the JSON that `objectJson` gives: what `readDocument` reads as that object. */
export function documentOf({ kind, json }: ObjectDocument) {
  const { name, namespace, metadata, ...spec } = json
  return {
    apiVersion: 'berth.dev/v1',
    kind: kinds[kind].type,
    metadata: {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(metadata !== undefined && { labels: metadata }),
    },
    spec,
  }
}

function misplacedIssue(field: string): Issue {
  const reason = `There is no field ${JSON.stringify(field)} in spec.`
  return { path: ['spec', field], code: 'unknown_field', reason }
}

/** The path in a document for a path in its object. */
export function documentPath([field, ...rest]: Issue['path']): Issue['path'] {
  if (field === undefined) return []
  const moved = Object.entries(METADATA_FIELDS).find(([name]) => name === field)
  return moved ? ['metadata', moved[1], ...rest] : ['spec', field, ...rest]
}
