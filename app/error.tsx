'use client'

import { PageError } from '#components/ui/page-error.tsx'

/** Replaces the whole page when its frame fails, too: without the database nobody knows who is asking. */
export default function FrameError({ error }: { error: Error & { digest?: string } }) {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <PageError digest={error.digest} />
    </main>
  )
}
