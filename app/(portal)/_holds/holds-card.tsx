// What clusters hold, on the page of an application and on that of a cluster.
import { CalendarClock, CalendarX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, ColumnTable } from '#components/list/column-table.tsx'
import { versionWords } from '#components/rollouts/version-words.ts'
import { Card } from '#components/ui/card.tsx'
import { Guarded } from '#components/ui/guarded.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Clock } from '#components/ui/time.tsx'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import type { HoldJson } from '#lib/schemas/hold.ts'
import { HOLDS_ID, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { entityTag } from '#lib/usecases/changes/drafts.ts'
import { EndHoldButton } from './end-hold-button.tsx'
import { HoldButton } from './hold-button.tsx'
import type { HoldLimits, HoldPair } from './hold-pair.ts'

/** A page with all that it holds, where many are. */
export function allHoldsOn(path: string): string {
  return `${withQuery(path, { holds: 'all' })}#${HOLDS_ID}`
}

export function showsAllHolds(search: SearchParams): boolean {
  return search['holds'] === 'all'
}

/** So many are shown until somebody asks for all. */
const SHOWN = 10

export async function HoldsCard({
  of,
  pair,
  limits,
  holds,
  refusal,
  allHref,
}: {
  of: 'application' | 'cluster'
  /** What the page is about. */
  pair: Partial<HoldPair>
  limits: HoldLimits
  holds: readonly HoldJson[]
  /** Why the visitor may add none; null: they may. */
  refusal: string | null
  /** The page with all of them; null: it shows all. */
  allHref: string | null
}) {
  const shown = allHref === null ? holds : holds.slice(0, SHOWN)
  const teams = [...new Set(shown.map(({ namespace }) => namespace))]
  const refusals = new Map(
    await Promise.all(
      teams.map(async (team) => [team, await whyNotWrite({ kind: 'hold', team })] as const),
    ),
  )
  return (
    <div id={HOLDS_ID} className="scroll-mt-16">
      <Card
        flush
        title="Held versions"
        note={noteOf(shown.length, holds.length)}
        actions={
          <>
            {shown.length < holds.length && allHref !== null && (
              <TextLink href={allHref}>Show all</TextLink>
            )}
            <Guarded icon={CalendarClock} label="Hold a version" refusal={refusal}>
              <HoldButton label="Hold a version" pair={pair} limits={limits} />
            </Guarded>
          </>
        }
      >
        {holds.length === 0 ? (
          <p className="p-4 text-muted">{NOTHING[of]}</p>
        ) : (
          <ColumnTable
            label="Held versions"
            columns={columnsOf(of, refusals)}
            items={shown}
            keyOf={({ cluster, namespace, application }) =>
              `${cluster}/${namespace}/${application}`
            }
          />
        )}
      </Card>
    </div>
  )
}

const NOTHING = {
  application: 'No cluster holds its version: each gets what is rolled out to its environment.',
  cluster: 'It holds no version: it gets what is rolled out to its environment.',
} as const

function noteOf(shown: number, total: number): string | undefined {
  if (total === 0) return undefined
  return shown < total ? `${shown} of ${total}, those first that end first` : String(total)
}

function columnsOf(
  of: 'application' | 'cluster',
  refusals: ReadonlyMap<string, string | null>,
): readonly Column<HoldJson>[] {
  return [
    {
      heading: of === 'application' ? 'Cluster' : 'Application',
      cell: ({ cluster, namespace, application, until }) => (
        <>
          <TextLink strong href={pagePaths.placement(namespace, application, cluster)}>
            {of === 'application' ? cluster : `${namespace} / ${application}`}
          </TextLink>
          <span className="mt-0.5 block text-xs text-muted sm:hidden">
            until <Clock at={new Date(until)} />
          </span>
        </>
      ),
    },
    {
      heading: 'Version',
      from: 'sm',
      cell: ({ version }) => versionWords(version),
    },
    { heading: 'Until', from: 'sm', cell: ({ until }) => <Clock at={new Date(until)} /> },
    { heading: 'Why', from: 'md', cell: (hold) => <Why hold={hold} /> },
    {
      heading: 'End',
      isHeadingHidden: true,
      className: 'text-right',
      cell: (hold) => <End hold={hold} refusal={refusals.get(hold.namespace) ?? null} />,
    },
  ]
}

function Why({ hold: { reason, by } }: { hold: HoldJson }): ReactNode {
  return (
    <>
      <span className="wrap-anywhere">{reason}</span>
      <span className="block text-xs text-muted">{by}</span>
    </>
  )
}

function End({ hold, refusal }: { hold: HoldJson; refusal: string | null }) {
  const { cluster, namespace, application, change } = hold
  return (
    <Guarded icon={CalendarX} label="End hold" refusal={refusal}>
      <EndHoldButton pair={{ cluster, namespace, application }} etag={entityTag(change)} />
    </Guarded>
  )
}
