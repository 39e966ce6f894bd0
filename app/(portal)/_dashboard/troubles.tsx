import type { ReactNode } from 'react'
import { PairState } from '#components/observed/pair-state.tsx'
import { GroupState } from '#components/observed/state-counts.tsx'
import { Card } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Ago } from '#components/ui/time.tsx'
import type { StateCounts } from '#lib/domain/observed/states.ts'
import { read } from '#lib/http/portal/page.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { stuckHref } from './figures.tsx'
import { SILENT } from '#lib/usecases/dashboard/figures.ts'
import type { Part } from '#lib/usecases/dashboard/part.ts'
import { readTroublesUseCase, type Troubles, WRONG } from '#lib/usecases/dashboard/troubles.ts'

/** Where to look first. */
export async function TroublesNow({ part }: { part: Part }) {
  const { silent, worst, stuck } = await read(readTroublesUseCase, part)
  return (
    <>
      <WorstClusters worst={worst} part={part} />
      <WorstApplications worst={worst} part={part} />
      {silent !== null && <SilentClusters silent={silent} part={part} />}
      <Stuck stuck={stuck} part={part} />
    </>
  )
}

/** While these are looked for. */
export function TroublesToCome() {
  return (
    <>
      {['Worst clusters', 'Worst applications', 'Silent clusters', 'Stuck'].map((title) => (
        <TroubleCard key={title} title={title} href={null}>
          <li className="h-9" />
        </TroubleCard>
      ))}
    </>
  )
}

const STATES_WRONG = WRONG.join(',')

function whatIsWrong(counts: StateCounts): StateCounts {
  return Object.fromEntries(WRONG.map((state) => [state, counts[state] ?? 0]))
}

function WorstClusters({ worst, part }: { worst: Troubles['worst']; part: Part }) {
  const rows = worst?.clusters ?? []
  return (
    <TroubleCard
      title="Worst clusters"
      href={withQuery(pagePaths.placements, { ...part, state: STATES_WRONG })}
    >
      {worst === null && <TooMany />}
      {worst !== null && rows.length === 0 && <Nothing>Nothing is wrong on any cluster.</Nothing>}
      {rows.map(({ name, counts }) => (
        <Trouble
          key={name}
          name={name}
          href={withQuery(pagePaths.placements, {
            ...part,
            cluster: name,
            state: STATES_WRONG,
          })}
        >
          <GroupState counts={whatIsWrong(counts)} />
        </Trouble>
      ))}
    </TroubleCard>
  )
}

function WorstApplications({ worst, part }: { worst: Troubles['worst']; part: Part }) {
  const rows = worst?.applications ?? []
  return (
    <TroubleCard
      title="Worst applications"
      href={withQuery(pagePaths.placements, { ...part, state: STATES_WRONG })}
    >
      {worst === null && <TooMany />}
      {worst !== null && rows.length === 0 && <Nothing>Nothing is wrong with any.</Nothing>}
      {rows.map(({ namespace, name, counts }) => (
        <Trouble
          key={`${namespace}/${name}`}
          prefix={namespace}
          name={name}
          href={withQuery(pagePaths.placements, {
            ...part,
            namespace,
            application: name,
            state: STATES_WRONG,
          })}
        >
          <GroupState counts={whatIsWrong(counts)} />
        </Trouble>
      ))}
    </TroubleCard>
  )
}

function SilentClusters({
  silent,
  part: { environment },
}: {
  silent: NonNullable<Troubles['silent']>
  part: Part
}) {
  return (
    <TroubleCard
      title="Silent clusters"
      href={withQuery(pagePaths.clusters, {
        labelSelector: environment && `environment=${environment}`,
        freshness: SILENT.join(','),
      })}
    >
      {silent.length === 0 && <Nothing>Every cluster that should report did lately.</Nothing>}
      {silent.map(({ name, seenAt }) => (
        <Trouble key={name} name={name} href={pagePaths.cluster(name)}>
          <span className="text-xs text-muted">
            {seenAt === null ? (
              'never reported'
            ) : (
              <>
                last seen <Ago at={seenAt} />
              </>
            )}
          </span>
        </Trouble>
      ))}
    </TroubleCard>
  )
}

function Stuck({ stuck, part }: { stuck: Troubles['stuck']; part: Part }) {
  return (
    <TroubleCard
      title="Stuck"
      note={`waiting or progressing for over 15 minutes${stuck.isOfAll ? '' : ', of the first 500'}`}
      href={stuckHref(part)}
    >
      {stuck.placements.length === 0 && <Nothing>Nothing waits for that long.</Nothing>}
      {stuck.placements.map(({ namespace, application, cluster, ...status }) => (
        <Trouble
          key={`${namespace}/${application} ${cluster}`}
          prefix={namespace}
          name={application}
          besides={cluster}
          href={pagePaths.placement(namespace, application, cluster)}
        >
          <PairState {...status} />
        </Trouble>
      ))}
    </TroubleCard>
  )
}

function TroubleCard({
  title,
  note,
  href,
  children,
}: {
  title: string
  note?: string
  /** Where all of them are; null: that isn’t known yet. */
  href: string | null
  children: ReactNode
}) {
  return (
    <Card flush title={title} note={note} actions={href && <TextLink href={href}>All</TextLink>}>
      <ul className="divide-y">{children}</ul>
    </Card>
  )
}

function Trouble({
  prefix,
  name,
  besides,
  href,
  children,
}: {
  prefix?: string
  name: string
  besides?: string
  href: string
  children: ReactNode
}) {
  return (
    <li className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-1.5">
      <span className="min-w-0 break-words">
        {prefix !== undefined && <span className="text-muted">{prefix} / </span>}
        <TextLink strong href={href}>
          {name}
        </TextLink>
        {besides !== undefined && <span className="text-muted"> on {besides}</span>}
      </span>
      <span className="ml-auto">{children}</span>
    </li>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <li className="px-4 py-3 text-muted">{children}</li>
}

function TooMany() {
  return <Nothing>More than 10,000 placements are in trouble: too many to say where most.</Nothing>
}
