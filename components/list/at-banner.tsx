import { History } from 'lucide-react'
import Link from 'next/link'
import { Banner } from '#components/ui/banner.tsx'
import { Exact } from '#components/ui/time.tsx'

/** Says that the page shows the past, so that nobody takes it for the present. */
export function AtBanner({ at, nowHref }: { at: Date | null; nowHref: string }) {
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
      As of <Exact at={at} />: this is how it was, not how it is.
    </Banner>
  )
}
