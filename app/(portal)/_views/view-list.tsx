'use client'

import { useQuery } from '@tanstack/react-query'
import { Check, Pin, TriangleAlert } from 'lucide-react'
import { ask } from '#components/api.ts'
import { Link } from '#components/ui/link.tsx'
import { apiPaths, viewPath, withQuery } from '#lib/schemas/paths.ts'
import type { SavedViewJson } from '#lib/schemas/saved-view.ts'
import type { ShownView } from './view-menu.tsx'

type Views = { readonly items: readonly SavedViewJson[]; readonly continue: string | null }

/** The way to each view of the list, one's own first. */
export function ViewList({ list, path, current, onOpen }: ShownView & { onOpen: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['saved-views', list],
    queryFn: ({ signal }) => ask<Views>(withQuery(apiPaths.savedViews, { list }), { signal }),
    // Others keep views, too.
    staleTime: 0,
  })
  if (error) return <p className="text-bad">{error.message}</p>
  if (!data) return <p className="text-muted">Loading…</p>
  const owners = Map.groupBy(data.answer.items, ({ namespace }) => namespace)
  const sorted = [...owners].toSorted(([a], [b]) => (a ?? '').localeCompare(b ?? ''))
  return (
    <nav aria-label="Views of this list" className="space-y-2">
      <ul>
        <li>
          <ViewLink href={path} isCurrent={current === null} onOpen={onOpen}>
            Everything
          </ViewLink>
        </li>
      </ul>
      {sorted.map(([team, views]) => (
        <section key={team}>
          <h3 className="px-2 text-xs font-medium text-muted">
            {team === null ? 'Mine' : `Team ${team}`}
          </h3>
          <ul>
            {views.map((view) => (
              <li key={view.id}>
                <OneView view={view} path={path} current={current} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {data.answer.continue !== null && (
        <p className="px-2 text-xs text-muted">There are more, in the API.</p>
      )}
    </nav>
  )
}

function OneView({
  view,
  path,
  current,
  onOpen,
}: Pick<ShownView, 'path' | 'current'> & { view: SavedViewJson; onOpen: () => void }) {
  const { id, name, fault, is_default: isDefault } = view
  const isCurrent = current?.json.id === id
  return (
    <>
      <ViewLink href={viewPath(path, view)} isCurrent={isCurrent} onOpen={onOpen}>
        {name}
        {isDefault && (
          <span className="ml-auto inline-flex items-center gap-1 text-xs text-muted">
            <Pin aria-hidden className="size-3" />
            Default
          </span>
        )}
      </ViewLink>
      {fault !== null && (
        <p className="flex gap-1 px-2 pb-1 text-xs text-warn">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          This version can’t show all of it: {fault}
        </p>
      )}
    </>
  )
}

function ViewLink({
  href,
  isCurrent,
  onOpen,
  children,
}: {
  href: string
  isCurrent: boolean
  onOpen: () => void
  children: React.ReactNode
}) {
  return (
    <Link
      href={href}
      onClick={onOpen}
      aria-current={isCurrent}
      className="flex min-h-8 items-center gap-2 rounded px-2 break-words hover:bg-sunken"
    >
      <Check aria-hidden className={isCurrent ? 'size-4 shrink-0' : 'invisible size-4 shrink-0'} />
      {children}
    </Link>
  )
}
