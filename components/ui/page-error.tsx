'use client'

import { CloudAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Replaces a page that could not be read; `digest` is the error's name in the server's log. */
export function PageError({ digest }: { digest: string | undefined }) {
  return (
    <div className="rounded-lg border bg-surface" role="alert">
      <EmptyState
        icon={CloudAlert}
        title="This page could not be read"
        actions={
          // A full reload, because only the server can read the page again.
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
