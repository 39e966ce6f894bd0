'use client'

import { Check } from 'lucide-react'
import { PreviewedButton } from '#components/impact/previewed-button.tsx'
import { apiPaths } from '#lib/schemas/paths.ts'
import { confirmDecision } from './actions.ts'
import { CONFIRM_LABEL } from './confirm-label.ts'

/** Confirms what a scheduler decided, after showing what that does. */
export function ConfirmButton({
  policy,
  scheduler,
  change,
}: {
  policy: string
  scheduler: string
  /** Which question it answers. */
  change: number
}) {
  const body = { confirm: true as const }
  const etag = `"${change}"`
  return (
    <PreviewedButton
      icon={Check}
      label={CONFIRM_LABEL}
      title={`Confirm what ${scheduler} decided`}
      description={`For the policy ${policy}. It removes so much that a person looks at it first.`}
      edit={{
        verb: 'confirm',
        counted: 'placement',
        request: { method: 'PUT', path: apiPaths.decision(policy), body, etag },
        save: async (seen) => confirmDecision({ ref: { name: policy }, body, etag, ...seen }),
      }}
    />
  )
}
