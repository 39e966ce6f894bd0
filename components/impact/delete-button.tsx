'use client'

import { Trash2 } from 'lucide-react'
import type { EditedState } from '#components/object-form/form-spec.ts'
import type { Save } from '#lib/schemas/save-request.ts'
import { RemovalButton } from './removal-button.tsx'

/** Deletes an object, after a look at what that takes away. */
export function DeleteButton({
  noun,
  edited: { ref, path, etag },
  remove,
}: {
  noun: string
  edited: EditedState
  remove: Save
}) {
  return (
    <RemovalButton
      icon={Trash2}
      title={`Delete ${noun} ${ref.name}`}
      description="This is what deleting it does. The history keeps what it was."
      removal={{
        verb: 'delete',
        counted: 'placement',
        object: ref,
        request: { method: 'DELETE', path, etag },
        remove,
      }}
    />
  )
}
