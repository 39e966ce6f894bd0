'use client'

import { Undo2 } from 'lucide-react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import type { RollbackBody } from '#lib/schemas/rollback.ts'
import { rollBack } from './actions.ts'

/** Rolls an application back, after showing what that does. */
export function RollbackButton({
  application: { namespace, name },
  etag,
  to,
  when,
}: {
  application: { readonly namespace: string; readonly name: string }
  /** Its present state. */
  etag: string
  to: RollbackBody['to']
  /** In words: to which time. */
  when: string
}) {
  const body = { to }
  return (
    <PreviewedButton
      icon={Undo2}
      label="Roll back to this"
      title={`Roll back ${name} to ${when}`}
      description="Its fields become what they were then. If they are the same, it is pinned to the commit that most clusters ran then."
      edit={{
        verb: 'rollBack',
        counted: 'placement',
        request: {
          method: 'POST',
          path: apiPaths.rollBackApplication(namespace, name),
          body,
          etag,
        },
        save: async (seen) => rollBack({ ref: { namespace, name }, body, etag, ...seen }),
      }}
    />
  )
}
