'use client'

import { PageError } from '#components/ui/page-error.tsx'

/** Where not even the frame of a page could be read: nobody knows who asks while the database is away. */
export default function FrameError({ error }: { error: Error & { digest?: string } }) {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <PageError digest={error.digest} />
    </main>
  )
}
