'use client'

import { Trash2 } from 'lucide-react'
import type { EditedState } from '#components/object-form/form-spec.ts'
import { type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import type { DeleteObject } from '#lib/schemas/save-request.ts'
import { PreviewedButton } from './previewed-button.tsx'

/** Deletes an object, after a look at what that takes away. */
export function DeleteButton({
  kind,
  edited: { ref, path, etag },
  remove,
}: {
  kind: Kind
  edited: EditedState
  remove: DeleteObject
}) {
  return (
    <PreviewedButton
      icon={Trash2}
      title={`Delete ${kinds[kind].word} ${ref.name}`}
      description="This is what deleting it does. The history keeps what it was."
      edit={{
        verb: 'delete',
        counted: 'placement',
        request: { method: 'DELETE', path, etag },
        save: (seen) => remove({ kind, ref, etag, ...seen }),
      }}
    />
  )
}
