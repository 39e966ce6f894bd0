'use client'

import { FolderX } from 'lucide-react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import { clearBranch } from '../actions.ts'

/** Clears the folder that a cluster left on a branch, after showing what that removes. */
export function ClearButton({ cluster, branch }: { cluster: string; branch: string }) {
  const body = { branch }
  return (
    <PreviewedButton
      icon={FolderX}
      title={`Clear ${cluster} on ${branch}`}
      description="Only once the cluster reads from its new branch: this can’t be seen from here."
      edit={{
        verb: 'clear',
        counted: 'file',
        request: {
          method: 'POST',
          path: apiPaths.clearClusterBranch(cluster),
          body,
          etag: null,
        },
        save: async (seen) => clearBranch({ name: cluster, body, ...seen }),
      }}
    />
  )
}
