// What the pages of all kinds of object have in common. Each kind adds its own badges, actions and cards.
import type { ReactNode } from 'react'
import type { ChangeLine } from '#components/changes/change-table.tsx'
import { AtBanner } from '#components/list/at-banner.tsx'
import { ChangesCard } from '#components/objects/detail-cards.tsx'
import { formFacts } from '#components/objects/form-facts.tsx'
import { kindHeading, kindTitle } from '#components/objects/kinds.ts'
import { revisionFacts } from '#components/objects/revision-facts.tsx'
import { SiblingSwitcher } from '#components/palette/sibling-switcher.tsx'
import { Visited } from '#components/palette/visited.tsx'
import { Card } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { type Crumb, PageHeader } from '#components/ui/page-header.tsx'
import type { Total } from '#lib/domain/lists/total.ts'
import { isPlaced } from '#lib/domain/objects/kinds.ts'
import { type ModelObject, refKey, refOf } from '#lib/domain/objects/objects.ts'
import { requireSession, visitorKey } from '#lib/http/portal/page.ts'
import { listPath, objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { ObjectActions } from './object-actions.tsx'

export type ShownObject<O extends ModelObject = ModelObject> = {
  readonly object: O
  /** The change that brought it to this state, and when. */
  readonly change: number
  readonly since: Date
  readonly changes: Total & { readonly items: readonly ChangeLine[] }
}

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
export async function ObjectHead({ shown, at, crumbs = [], badges, actions }: Head) {
  const { kind, name, description } = shown.object
  const ref = refOf(shown.object)
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ href: listPath(kind), label: kindHeading(kind) }, ...crumbs]}
        switcher={<SiblingSwitcher kind={kind} />}
        description={description}
        badges={badges}
        actions={
          <>
            {actions}
            <ObjectActions details={shown} at={at} />
          </>
        }
      />
      <Visited visitor={visitorKey(await requireSession())} object={ref} />
      <AtBanner at={at} nowHref={objectPath(ref)} />
    </>
  )
}

/** The page of an object: its head, the cards of its kind, and what changed it. */
export function ObjectPage({
  notice,
  children,
  ...head
}: Head & {
  /** Between the head and the cards. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}) {
  const { shown, at } = head
  const ref = refOf(shown.object)
  const { kind, name, team: namespace } = ref
  const changesOf = isPlaced(kind) ? { object: refKey(ref) } : { kind, name, namespace }
  return (
    <>
      <ObjectHead {...head} />
      {notice}
      <div className="space-y-4">
        {children}
        <ChangesCard
          changes={shown.changes}
          allHref={withQuery(pagePaths.changes, { ...changesOf, at: at?.toISOString() })}
        />
      </div>
    </>
  )
}

/** What the form of its kind says of an object. */
export function FormCard({ shown, at }: Pick<Head, 'shown' | 'at'>) {
  return (
    <Card title={kindTitle(shown.object.kind)}>
      <Facts facts={[...formFacts(shown.object, at), ...revisionFacts(shown)]} />
    </Card>
  )
}
