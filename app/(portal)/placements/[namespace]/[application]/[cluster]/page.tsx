import { CircleCheck, CircleSlash } from 'lucide-react'
import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { KeepCurrent } from '#components/observed/keep-current.tsx'
import { StateBadge } from '#components/observed/state-badge.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Input } from '#components/ui/input.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'
import { ExplanationCards } from './explanation-cards.tsx'

type Pair = { namespace: string; application: string; cluster: string }
type Props = { params: Promise<Pair>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application, cluster } = await params
  return { title: `${application} on ${cluster}` }
}

export default async function ExplanationPage({ params, searchParams }: Props) {
  const pair = await params
  const at = momentOf(await searchParams)
  const explanation = await read(explainPlacementUseCase, { ...pair, at })
  const path = pagePaths.placement(pair.namespace, pair.application, pair.cluster)
  return (
    <>
      <PageHeader
        title={`${pair.application} on ${pair.cluster}`}
        crumbs={[
          { href: pagePaths.placements, label: 'Placements' },
          {
            href: withQuery(pagePaths.placements, {
              namespace: pair.namespace,
              application: pair.application,
            }),
            label: `${pair.namespace}/${pair.application}`,
          },
        ]}
        badges={
          <>
            <Verdict placed={explanation.placed} />
            {explanation.state !== null && <StateBadge state={explanation.state} />}
          </>
        }
        actions={<AsOfForm path={path} at={at} />}
      />
      <AtBanner at={at} nowHref={path} />
      {at === null && <KeepCurrent seen={[explanation.seen]} />}
      <ExplanationCards explanation={explanation} at={at} />
    </>
  )
}

function Verdict({ placed }: { placed: boolean }) {
  return placed ? (
    <Badge tone="good" icon={CircleCheck}>
      Placed
    </Badge>
  ) : (
    <Badge icon={CircleSlash}>Not placed</Badge>
  )
}

function AsOfForm({ path, at }: { path: string; at: Date | null }) {
  return (
    <form action={path} className="flex items-center gap-2">
      <label
        htmlFor="at"
        className="text-xs font-medium text-muted max-sm:w-min sm:whitespace-nowrap"
      >
        As of (UTC)
      </label>
      <Input
        id="at"
        name="at"
        type="datetime-local"
        step={at !== null && at.getUTCSeconds() > 0 ? 1 : undefined}
        key={at?.getTime()}
        defaultValue={at?.toISOString().slice(0, 19)}
        className="max-w-60"
      />
      <Button type="submit">Show</Button>
    </form>
  )
}
