import { GitMerge } from 'lucide-react'
import { classNames } from '#components/ui/class-names.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import { fewNamed } from '#lib/domain/text/few-named.ts'
import { ENVIRONMENTS_NAMED, readReviewed } from './reviewed-environments.ts'

/** A freeze is for what Berth does: what people merge in it, it doesn’t see coming. */
export async function MergedInFreezes({
  freezes,
  className,
}: {
  freezes: readonly Freeze[]
  className?: string
}) {
  const reviewed = await readReviewed()
  const merged = reviewed.filter((name) =>
    freezes.some(({ environments }) => environments === null || environments.includes(name)),
  )
  if (merged.length === 0) return null
  return (
    <p className={classNames('flex items-start gap-2 text-muted', className)}>
      <GitMerge aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        A freeze doesn’t stop anybody from merging: pull requests of{' '}
        {fewNamed(merged, ENVIRONMENTS_NAMED)} can still be merged at the Git host.
      </span>
    </p>
  )
}
