'use client'

import { CloudAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** In place of what could not be read; `digest` is how the server's log calls it. */
export function PageError({ digest }: { digest: string | undefined }) {
  return (
    <div className="rounded-lg border bg-surface" role="alert">
      <EmptyState
        icon={CloudAlert}
        title="This page could not be read"
        actions={
          // Only the server can read it again.
          <Button look="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        <p>
          The trouble is on our side, and it was logged
          {digest !== undefined && (
            <>
              {' '}
              as <code className="font-mono text-xs">{digest}</code>
            </>
          )}
          .
        </p>
      </EmptyState>
    </div>
  )
}
