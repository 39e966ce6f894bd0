import { CircleAlert, CircleCheck, Clock, MapPin } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { ChangeTable } from '#components/changes/change-table.tsx'
import { totalText } from '#components/list/total-text.ts'
import { KIND_ICONS, kindHeading, KINDS_BY_HEADING } from '#components/objects/kinds.ts'
import { Card } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { mayWrite } from '#lib/http/portal/form-pages.ts'
import { read } from '#lib/http/portal/page.ts'
import { listPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { type Overview, readOverviewUseCase } from '#lib/usecases/overview/read.ts'
import { OnboardingSteps } from './onboarding-steps.tsx'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage() {
  const { counts, changes, backlog, environments } = await read(readOverviewUseCase, null)
  const isSetUp = Object.values(counts).every(({ total }) => total > 0)
  const setsUp = !isSetUp && (await mayWrite({ kind: 'tenant' }))
  return (
    <>
      <PageHeader title="Overview" />
      <div className="space-y-4">
        {setsUp && <OnboardingSteps counts={counts} />}
        <Counts counts={counts} />
        <BacklogLine backlog={backlog} />
        <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_18rem]">
          <Card
            flush
            title="Last changes"
            actions={
              changes.length > 0 && <TextLink href={pagePaths.changes}>All changes</TextLink>
            }
          >
            {changes.length === 0 ? (
              <p className="p-4 text-muted">Nothing has been changed yet.</p>
            ) : (
              <ChangeTable rows={changes} />
            )}
          </Card>
          <Environments environments={environments} total={counts.cluster.total} />
        </div>
      </div>
    </>
  )
}

const COUNTED = [
  { key: 'placement', label: 'Placements', href: pagePaths.placements, icon: MapPin },
  ...KINDS_BY_HEADING.map((kind) => ({
    key: kind,
    label: kindHeading(kind),
    href: listPath(kind),
    icon: KIND_ICONS[kind],
  })),
] as const

function Counts({ counts }: Pick<Overview, 'counts'>) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      {COUNTED.map(({ key, label, href, icon: Icon }) => (
        <li key={key} className="max-sm:first:col-span-2">
          <Link
            href={href}
            className="block h-full rounded-lg border bg-surface p-4 hover:border-edge"
          >
            <span className="flex items-center justify-between text-muted">
              {label} <Icon aria-hidden className="size-4" />
            </span>
            <span className="mt-1 block text-2xl font-semibold tabular-nums">
              {totalText(counts[key])}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Whether Git has every change, and for how long it has been behind. */
function BacklogLine({
  backlog: { pending, oldestSeconds, failingBranches, heldBranches },
}: Pick<Overview, 'backlog'>) {
  const {
    icon: Icon,
    look,
    text,
  } = failingBranches > 0
    ? {
        icon: CircleAlert,
        look: 'text-bad',
        text: `Publishing fails on ${branches(failingBranches)}`,
      }
    : pending > 0
      ? {
          icon: Clock,
          look: 'text-warn',
          text: heldBranches > 0 ? 'Waiting for the upgrade' : 'Publishing',
        }
      : { icon: CircleCheck, look: 'text-good', text: 'Git is up to date' }
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border bg-surface px-4 py-3">
      <Icon aria-hidden className={`size-4 ${look}`} />
      <span className="font-medium">{text}</span>
      <span className="text-muted">
        {pending === 0
          ? 'Every change is in the branches that clusters pull.'
          : `${pending.toLocaleString('en')} waiting, the oldest for ${duration(oldestSeconds)}.`}
      </span>
    </p>
  )
}

function branches(count: number): string {
  return count === 1 ? 'one branch' : `${count.toLocaleString('en')} branches`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = seconds / 60
  return minutes < 90 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`
}

function Environments({ environments, total }: Pick<Overview, 'environments'> & { total: number }) {
  if (environments.length === 0) return null
  return (
    <Card title="Clusters by environment">
      <ul className="space-y-3">
        {environments.map(({ value, count }) => (
          <li key={value}>
            <p className="flex justify-between gap-2">
              <TextLink
                href={withQuery(pagePaths.clusters, { labelSelector: `environment=${value}` })}
              >
                {value}
              </TextLink>
              <span className="tabular-nums">{count.toLocaleString('en')}</span>
            </p>
            <div aria-hidden className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: `${(100 * count) / total}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
