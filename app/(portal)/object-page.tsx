import { groupNames } from '#lib/http/portal/why-not.ts'
// What the pages of all kinds of object have in common. Each kind adds its own badges, actions and cards.
import type { ReactNode } from 'react'
import { AtBanner } from '#components/list/at-banner.tsx'
import { ListNeighbours } from '#components/list/list-neighbours.tsx'
import { formFacts } from '#components/objects/form-facts.tsx'
import { kindHeading, kindTitle } from '#components/objects/kinds.ts'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { SiblingSwitcher } from '#components/palette/sibling-switcher.tsx'
import { Visited } from '#components/palette/visited.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx'
import { refOf } from '#lib/domain/objects/objects.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { listPath, objectPath } from '#lib/schemas/paths.ts'
import { ObjectActions } from './object-actions.tsx'
import { OpenedPart, partsOf, PartTabs, WIDE } from './object-parts.tsx'
import type { ShownObject } from './shown-object.ts'
import { Standing } from './standing.tsx'

type Head = {
  readonly shown: ShownObject
  readonly at: Date | null
  /** Pages between the list of its kind and its own. */
  readonly crumbs?: readonly Crumb[]
  readonly badges?: ReactNode
  /** Before those that every object has. */
  readonly actions?: ReactNode
}

/** What is at the top of all parts of an object's page. */
async function ObjectHead({ shown, at, crumbs = [], badges, actions }: Head) {
  const { kind, name, description } = shown.object
  const ref = refOf(shown.object)
  const visitor = visitorKey(await requireSession())
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ href: listPath(kind), label: kindHeading(kind) }, ...crumbs]}
        switcher={
          <span className="flex items-center gap-2">
            <SiblingSwitcher kind={kind} />
            <ListNeighbours visitor={visitor} path={objectPath(ref)} />
          </span>
        }
        description={description}
        badges={badges}
        actions={
          <>
            {actions}
            <ObjectActions details={shown} at={at} />
          </>
        }
      />
      <Visited visitor={visitor} object={ref} />
      <AtBanner at={at} nowHref={objectPath(ref)} />
    </>
  )
}

/**
 * The page of an object: its head, and the part of it that the address opens. The first part has what its kind shows, as
 * `children`, and what is known of the object beside it.
 */
export async function ObjectPage({
  notice,
  facts,
  search,
  children,
  ...head
}: Head & {
  /** Between the head and the parts. */
  readonly notice?: ReactNode
  readonly facts?: ReactNode
  readonly search: SearchParams
  readonly children: ReactNode
}) {
  const { shown, at } = head
  const parts = await partsOf(shown.object, at)
  const opened = parts.find(({ tab }) => tab !== null && tab === search['tab']) ?? parts[0]!
  const isWide = facts === undefined || WIDE.includes(opened.tab)
  return (
    <>
      <ObjectHead {...head} />
      {notice}
      {at === null && <Standing object={shown.object} />}
      <PartTabs object={shown.object} parts={parts} opened={opened} at={at} />
      <div className={isWide ? '' : 'grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_280px]'}>
        <div className="min-w-0 space-y-4">
          <OpenedPart
            tab={opened.tab}
            object={shown.object}
            at={at}
            isList={search['as'] === 'list'}
          >
            {children}
          </OpenedPart>
        </div>
        {!isWide && <aside className="min-w-0 space-y-4">{facts}</aside>}
      </div>
    </>
  )
}

/** What the form of its kind says of an object. */
export async function FormCard({ shown, at }: Pick<Head, 'shown' | 'at'>) {
  return (
    <Card title={kindTitle(shown.object.kind)}>
      <Facts
        facts={[...formFacts(shown.object, at, await groupNames()), ...revisionFacts(shown)]}
      />
    </Card>
  )
}
