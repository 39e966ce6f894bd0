'use client'

import { GitPullRequestClosed } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { Banner } from '#components/ui/banner.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'

/** Says on each page but their own that pull requests were closed unmerged, and that changes wait for a decision. */
export function HeldBanner({ branches }: { branches: number }) {
  if (usePathname() === pagePaths.pullRequests) return null
  return (
    <Banner
      tone="warn"
      icon={GitPullRequestClosed}
      actions={
        <Link href={pagePaths.pullRequests} className="font-medium underline">
          Decide
        </Link>
      }
    >
      {branches === 1
        ? 'Somebody closed a pull request without merging it. The changes of its branch wait'
        : `Somebody closed the pull requests of ${counted(branches, 'branch', 'branches')} without merging them. Their changes wait`}{' '}
      until it is decided what becomes of them.
    </Banner>
  )
}
