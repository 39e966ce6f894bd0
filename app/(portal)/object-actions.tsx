import { Pencil, Trash2 } from 'lucide-react'
import { DeleteButton } from '#components/impact/delete-button.tsx'
import { Guarded, GuardedLink } from '#components/ui/guarded.tsx'
import { type ModelObject, refOf } from '#lib/domain/objects/objects.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { apiObjectPath, editPath } from '#lib/schemas/paths.ts'
import { entityTag } from '#lib/usecases/changes/drafts.ts'
import { parametersOf, resourceOf } from '#lib/usecases/objects/requested-object.ts'
import { deleteObject } from './actions.ts'

export async function ObjectActions({
  details: { object, change },
  at,
}: {
  details: { readonly object: ModelObject; readonly change: number }
  /** Null: the present. The past can't be edited. */
  at: Date | null
}) {
  if (at !== null) return null
  const ref = refOf(object)
  const refusal = await whyNotWrite(resourceOf(object))
  return (
    <>
      <GuardedLink href={editPath(ref)} icon={Pencil} refusal={refusal}>
        Edit
      </GuardedLink>
      <Guarded icon={Trash2} label="Delete" refusal={refusal}>
        <DeleteButton
          kind={object.kind}
          edited={{
            ref: parametersOf(ref),
            etag: entityTag(change),
            path: apiObjectPath(ref),
          }}
          remove={deleteObject}
        />
      </Guarded>
    </>
  )
}
