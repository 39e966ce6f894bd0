'use client'

import { GitBranch } from 'lucide-react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { apiObjectPath } from '#lib/schemas/paths.ts'
import { saveObject } from '../../../actions.ts'

/** Has an application follow its branch again, after showing what that does. */
export function FollowButton({
  application: ref,
  body,
  etag,
  branch,
}: {
  application: { readonly namespace: string; readonly name: string }
  /** As it is to be. */
  body: Readonly<Record<string, unknown>>
  etag: string
  branch: string
}) {
  const path = apiObjectPath({ kind: 'application', team: ref.namespace, name: ref.name })
  return (
    <PreviewedButton
      icon={GitBranch}
      label={`Follow ${branch} again`}
      title={`Have ${ref.name} follow ${branch} again`}
      description="Clusters then run whatever is the newest there."
      edit={{
        verb: 'save',
        counted: 'placement',
        request: { method: 'PUT', path, body, etag },
        save: async (seen) =>
          saveObject({ kind: 'application', ref, etag, body, freeName: false, ...seen }),
      }}
    />
  )
}
