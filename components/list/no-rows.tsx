import { CircleAlert, CloudAlert, Lock, type LucideIcon, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import type { ListRefusal, PageList } from '#lib/schemas/page-list.ts'
import { type ListAddress, listHref } from '#lib/schemas/paths.ts'
import { Link } from '../ui/link.tsx'

/** What a page says while there are no objects at all. */
export type Nothing = {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
  /** What makes the first, for whoever may. */
  readonly actions?: ReactNode
}

/** Why a list has no rows: there are none yet, none matches, or it may not or could not be read. */
export function NoRows({
  list: { address, at, outcome },
  nothing,
}: {
  list: PageList<unknown>
  nothing: Nothing
}) {
  if (outcome.kind !== 'rows') return <NoAnswer address={address} {...outcome} />
  const isFiltered = address.filters.some((name) => address.query[name] !== undefined)
  if (isFiltered) return <NoMatch address={address} />
  if (at !== null) return <NothingThen address={address} />
  const { icon, title, text, actions } = nothing
  return (
    <EmptyState icon={icon} title={title} actions={actions}>
      {text}
    </EmptyState>
  )
}

function NoMatch({ address }: { address: ListAddress }) {
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing matches"
      actions={
        <Link href={address.path} className={buttonClass()}>
          Clear the filter
        </Link>
      }
    >
      <p>
        Everything that you may see is left out by the filter. Take away a part of it above, or all
        of it.
      </p>
    </EmptyState>
  )
}

function NothingThen({ address }: { address: ListAddress }) {
  return (
    <EmptyState
      icon={SearchX}
      title="There was nothing yet"
      actions={
        <Link href={listHref(address, { at: null })} className={buttonClass()}>
          Back to now
        </Link>
      }
    >
      <p>At that time none of these existed.</p>
    </EmptyState>
  )
}

function NoAnswer({ address, kind, message }: ListRefusal & { address: ListAddress }) {
  const { icon, title } = {
    refused: { icon: CircleAlert, title: 'The filter can’t be read' },
    'not-allowed': { icon: Lock, title: 'You may not see this list' },
    unavailable: { icon: CloudAlert, title: 'This list could not be read' },
  }[kind]
  return (
    <EmptyState icon={icon} title={title} actions={<WayOn address={address} kind={kind} />}>
      <p>{message}</p>
    </EmptyState>
  )
}

/** Nothing leads on where nothing may be seen. */
function WayOn({ address, kind }: Pick<ListRefusal, 'kind'> & { address: ListAddress }) {
  if (kind === 'not-allowed') return null
  const isUnavailable = kind === 'unavailable'
  return (
    <Link href={isUnavailable ? listHref(address, {}) : address.path} className={buttonClass()}>
      {isUnavailable ? 'Try again' : 'Clear the filter'}
    </Link>
  )
}
