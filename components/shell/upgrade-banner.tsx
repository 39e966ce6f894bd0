import { ArrowUpFromLine } from 'lucide-react'
import { Banner } from '#components/ui/banner.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'

/** Says that an upgrade waits for confirmation, and that saves reach Git only after it. */
export function UpgradeBanner({ branches, mayConfirm }: { branches: number; mayConfirm: boolean }) {
  const where = counted(branches, 'branch', 'branches')
  return (
    <Banner
      tone={mayConfirm ? 'warn' : 'accent'}
      icon={ArrowUpFromLine}
      actions={
        <Link href={pagePaths.upgrade} className="font-medium underline">
          {mayConfirm ? 'See what it rewrites' : 'More'}
        </Link>
      }
    >
      {mayConfirm
        ? `This version of Berth writes other manifests than ${where} in Git. Saves are kept, and wait there until you confirm the upgrade.`
        : `Saves are kept, and wait on ${where} until an admin confirms an upgrade.`}
    </Banner>
  )
}
