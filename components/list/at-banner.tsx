import { History } from 'lucide-react'
import { Banner } from '#components/ui/banner.tsx'
import { Exact } from '#components/ui/time.tsx'
import { Link } from '../ui/link.tsx'

/** Says that the page shows the past, so that nobody takes it for the present, or that the chosen time is in the future. */
export function AtBanner({
  at,
  knownAt = null,
  nowHref,
}: {
  at: Date | null
  /** Without what clusters told later. */
  knownAt?: Date | null
  nowHref: string
}) {
  if (at === null) return null
  return (
    <Banner
      tone="accent"
      icon={History}
      actions={
        <Link href={nowHref} className="rounded-sm font-medium underline underline-offset-3">
          Back to now
        </Link>
      }
    >
      {isToCome(at) ? (
        <>
          <Exact at={at} /> is still to come: this is how it is now.
        </>
      ) : (
        <>
          As of <Exact at={at} />
          {knownAt !== null && (
            <>
              , by what was known at <Exact at={knownAt} />
            </>
          )}
          : this is how it was, not how it is.
        </>
      )}
    </Banner>
  )
}

function isToCome(at: Date, now = new Date()): boolean {
  return at > now
}
