'use client'

import { GitPullRequestClosed } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { Banner } from '#components/ui/banner.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'

const SAY_IT_THEMSELVES: readonly string[] = [pagePaths.overview, pagePaths.pullRequests]

/** Says on each page that doesn't itself that changes wait for somebody to decide, as their pull request was closed unmerged. */
export function HeldBanner({ branches }: { branches: number }) {
  if (SAY_IT_THEMSELVES.includes(usePathname())) return null
  return (
    <Banner
      tone="warn"
      icon={GitPullRequestClosed}
      actions={
        <Link href={pagePaths.pullRequests} className="font-medium underline">
          See pull requests
        </Link>
      }
    >
      Saves are kept, and wait on {counted(branches, 'branch', 'branches')}: a pull request was
      closed without being merged. Open it again, or take its changes back.
    </Banner>
  )
}
