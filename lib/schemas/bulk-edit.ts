// The request to edit or delete many objects at once.
import { z } from 'zod'
import { BULK_OBJECTS_MAX } from '#lib/domain/objects/bulk.ts'
import { kinds, PLACING_KINDS, type PlacingKind } from '#lib/domain/objects/kinds.ts'
import { accepted, type Checked, type Issue, refused } from '#lib/domain/text/issue.ts'
import { type ObjectParameters, objectParametersOf } from './object-parameters.ts'
import { readShape } from './shape.ts'

const KIND_OF_TYPE = new Map(PLACING_KINDS.map((kind) => [kinds[kind].type, kind]))

const named = z.strictObject({ namespace: z.string().optional(), name: z.string() })
const objects = z.array(named).max(BULK_OBJECTS_MAX)

export const bulkInput = z
  .strictObject({
    kind: z.enum([...KIND_OF_TYPE.keys()]),
    objects: objects.min(1).optional().meta({ description: 'Which, by name; or `matching`.' }),
    matching: z
      .record(z.string(), z.string())
      .optional()
      .meta({
        description:
          'All that the list of the kind has with these parameters, when it is saved: `labelSelector`, `q` and, of clusters, `freshness` and `silence`. At least one; `labelSelector` `*` is everything.',
        examples: [{ labelSelector: 'region=east' }],
      }),
    except: objects.default([]).meta({ description: 'Of those that match: not these.' }),
    patch: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({
        description: 'A JSON merge patch (RFC 7396) for each of them; or `delete`.',
        examples: [{ metadata: { ring: 'canary', legacy: null } }],
      }),
    delete: z.literal(true).optional(),
  })
  .refine(({ objects, matching }) => (objects === undefined) !== (matching === undefined), {
    error: 'Say which objects: either objects or matching.',
    params: { code: 'bulk_objects' },
  })
  .refine((sent) => (sent.patch === undefined) !== (sent.delete === undefined), {
    error: 'Say what is done to them: either patch or delete.',
    params: { code: 'bulk_edit' },
  })
  .meta({ id: 'BulkEdit' })

type NamedObject = z.output<typeof named>

/** Which objects: these, or all that a list has. */
type Selected =
  | { readonly names: readonly NamedObject[]; readonly matching: null }
  | { readonly names: null; readonly matching: ObjectParameters }

export type BulkEdit = Selected & {
  readonly kind: PlacingKind
  readonly except: readonly NamedObject[]
  /** Null: they are deleted. */
  readonly patch: Readonly<Record<string, unknown>> | null
}

/** A bulk edit from parsed JSON, or every issue of it. */
export function readBulkEdit(body: unknown): Checked<BulkEdit> {
  const shape = readShape(bulkInput, body)
  if (!shape.ok) return shape
  const { objects, except, patch = null } = shape.value
  const edit = { kind: KIND_OF_TYPE.get(shape.value.kind)!, except, patch }
  if (objects) return accepted({ ...edit, names: objects, matching: null })
  const matching = readFilter(edit.kind, shape.value.matching!)
  return matching.ok ? accepted({ ...edit, names: null, matching: matching.value }) : matching
}

function readFilter(
  kind: PlacingKind,
  matching: Readonly<Record<string, string>>,
): Checked<ObjectParameters> {
  const read = objectParametersOf(kind).strict().safeParse(matching)
  if (!read.success) {
    return refused(read.error.issues.map(({ path, message }) => wrong(path.map(String), message)))
  }
  const filters = Object.entries(matching).filter(([name]) => name !== 'sort')
  // A list takes a field that was left empty for no filter at all.
  const empty = filters.find(([, text]) => text.trim() === '')
  if (empty) return refused([wrong([empty[0]], `${empty[0]} is empty, which is no filter.`)])
  if (filters.length > 0) return accepted(read.data)
  return refused([wrong([], 'Say which: labelSelector "*" is everything that has labels.')])
}

const wrong = (path: readonly string[], reason: string): Issue => ({
  path: ['matching', ...path],
  code: 'bulk_matching',
  reason,
})
