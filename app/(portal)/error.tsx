'use client'

import { PageError } from '#components/ui/page-error.tsx'

export default function PortalError({ error }: { error: Error & { digest?: string } }) {
  return <PageError digest={error.digest} />
}
