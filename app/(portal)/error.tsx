'use client'

import { CloudAlert } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'

export default function PortalError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <div className="rounded-lg border bg-surface" role="alert">
      <EmptyState
        icon={CloudAlert}
        title="This page could not be read"
        actions={
          <Button look="primary" onClick={reset}>
            Try again
          </Button>
        }
      >
        <p>
          The trouble is on our side, and it was logged
          {error.digest !== undefined && (
            <>
              {' '}
              as <code className="font-mono text-xs">{error.digest}</code>
            </>
          )}
          .
        </p>
      </EmptyState>
    </div>
  )
}
