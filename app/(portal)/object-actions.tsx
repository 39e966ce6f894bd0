import { DeleteButton } from '#components/impact/delete-button.tsx'
import { ActionLink, RefusedAction } from '#components/object-form/action-link.tsx'
import { KIND_WORDS } from '#components/objects/kinds.ts'
import { type ModelObject, refOf } from '#lib/domain/objects.ts'
import { mayWrite } from '#lib/http/form-pages.ts'
import { apiObjectPath, editPath } from '#lib/paths.ts'
import type { Save } from '#lib/schemas/save-request.ts'
import { entityTag } from '#lib/usecases/changes/drafts.ts'
import { resourceOf } from '#lib/usecases/objects/noun.ts'
import { writeRefusals } from './write-refusals.ts'

/** What can be done with an object, on its page. */
export async function ObjectActions({
  details: { object, change },
  at,
  remove,
}: {
  details: { readonly object: ModelObject; readonly change: number }
  /** The past can't be edited. */
  at: Date | null
  remove: Save
}) {
  if (at !== null) return null
  const ref = refOf(object)
  const refusal = (await mayWrite(resourceOf(object))) ? null : writeRefusals[object.kind]
  const { team, name } = ref
  return (
    <>
      <ActionLink href={editPath(ref)} icon="edit" refusal={refusal}>
        Edit
      </ActionLink>
      {refusal === null ? (
        <DeleteButton
          noun={KIND_WORDS[object.kind]}
          edited={{
            ref: { name, ...(team !== null && { namespace: team }) },
            etag: entityTag(change),
            path: apiObjectPath(ref),
          }}
          remove={remove}
        />
      ) : (
        <RefusedAction icon="delete" refusal={refusal}>
          Delete
        </RefusedAction>
      )}
    </>
  )
}
