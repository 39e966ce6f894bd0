import { GitBranch, LoaderCircle, Server } from 'lucide-react'
import { FileDiffItem } from '#components/impact/file-diffs.tsx'
import { Branches, Warnings } from '#components/impact/impact-header.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { ApplicationKindsImpactJson } from '#lib/schemas/application-kinds.ts'

/** What saving another list would do to the clusters. */
export function KindsImpact({
  impact,
  isCurrent,
}: {
  impact: ApplicationKindsImpactJson | null
  isCurrent: boolean
}) {
  return (
    <section
      aria-label="Impact"
      aria-busy={!isCurrent}
      className="min-w-0 self-start overflow-hidden rounded-lg border bg-surface lg:sticky lg:top-16"
    >
      <header className="flex h-11 items-center gap-2 border-b px-4">
        <h2 className="text-sm font-semibold">Impact</h2>
        <p className="text-xs text-muted">what saving would do</p>
        {!isCurrent && (
          <LoaderCircle aria-hidden className="ml-auto size-4 animate-spin text-muted" />
        )}
      </header>
      {impact && (
        <div className={classNames('transition-opacity', !isCurrent && 'opacity-50')}>
          <Clusters impact={impact} />
          {impact.example && (
            <ul className="border-t">
              <FileDiffItem file={impact.example} isOpen showsBranch={impact.branches.length > 1} />
            </ul>
          )}
        </div>
      )}
    </section>
  )
}

function Clusters({ impact }: { impact: ApplicationKindsImpactJson }) {
  const { clusters, branches, warnings } = impact
  if (clusters === 0) {
    return <p className="p-4 text-muted">No cluster’s bootstrap is different.</p>
  }
  return (
    <div className="p-4">
      <p className="flex items-start gap-2 text-base font-semibold">
        <Server aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
        {bootstrapsText(clusters)}
      </p>
      <p className="mt-1 text-muted">
        Nothing on a cluster is different until then: no sync may widen what teams may do.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <GitBranch aria-hidden className="size-3.5" />
        <Branches branches={branches} />
        <span>{counted(clusters, 'file')} modified</span>
      </p>
      {warnings.length > 0 && <Warnings warnings={warnings} />}
    </div>
  )
}

function bootstrapsText(clusters: number): string {
  return `On ${counted(clusters, 'cluster')} the bootstrap must be applied again`
}
