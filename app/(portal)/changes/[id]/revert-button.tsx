'use client'

import { Undo2 } from 'lucide-react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import { revertChange } from './actions.ts'

/** Takes a change back, after showing what that does. */
export function RevertButton({ change }: { change: number }) {
  return (
    <PreviewedButton
      icon={Undo2}
      title={`Undo change #${change}`}
      description="Its objects become what they were before it, as a change of its own. What others edited since stays; where they edited the same, nothing is undone."
      edit={{
        verb: 'undo',
        counted: 'placement',
        request: { method: 'POST', path: apiPaths.revertChange(change), etag: null },
        save: async (seen) => revertChange({ change, ...seen }),
      }}
    />
  )
}
