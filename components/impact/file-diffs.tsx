'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, CircleCheck, CloudAlert, LoaderCircle } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { fetchImpact, type ImpactRequest, requestKey } from './impact-request.ts'
import { Notice } from './notice.tsx'
import { type DiffLine, linesOf, lineCounts } from './patch-lines.ts'

type FileDiff = NonNullable<ImpactAnswer['diff']>[number]

/** So many files are open at first; the others are a click away. */
const OPEN_FILES = 3

/** What would be written to Git, file by file. */
export function FileDiffs({ request, impact }: { request: ImpactRequest; impact: ImpactAnswer }) {
  const total = impact.files.added + impact.files.removed + impact.files.modified
  const query = useFileDiffs(request, impact.digest, total)
  if (total === 0) {
    return (
      <Notice icon={CircleCheck} title="No file is different">
        There would be nothing to commit.
      </Notice>
    )
  }
  if (query.isError) {
    return (
      <Notice
        icon={CloudAlert}
        tone="bad"
        title="The files could not be read"
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      >
        {query.error.message}
      </Notice>
    )
  }
  const files = filesOf(query.data?.pages ?? [])
  if (files.length === 0) {
    return (
      <Notice icon={LoaderCircle} title="Reading the files…">
        Rendered as they would be committed.
      </Notice>
    )
  }
  return (
    <>
      <ul className="divide-y border-b">
        {files.map((file, index) => (
          <FileDiffItem
            key={`${file.branch} ${file.path}`}
            file={file}
            isOpen={index < OPEN_FILES}
            showsBranch={impact.branches.length > 1}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="p-3 text-center">
          <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            {query.isFetchingNextPage
              ? 'Loading…'
              : `Show more of ${total.toLocaleString('en')} files`}
          </Button>
        </div>
      )}
    </>
  )
}

/** The diff a page at a time; of nothing there is none. */
function useFileDiffs(request: ImpactRequest, digest: string, total: number) {
  return useInfiniteQuery({
    // The digest too: the same draft does something else once the fleet has moved.
    queryKey: ['impact-files', requestKey(request), digest],
    queryFn: async ({ signal, pageParam }) =>
      fetchImpact(request, { token: pageParam, limit: 1, diff: true }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page, pages) => (filesOf(pages).length < total ? page.continue : null),
    enabled: total > 0,
    placeholderData: keepPreviousData,
  })
}

function filesOf(pages: readonly ImpactAnswer[]): FileDiff[] {
  return pages.flatMap(({ diff = [] }) => diff)
}

const EFFECTS = {
  added: { word: 'A', title: 'Added', look: 'text-good' },
  removed: { word: 'D', title: 'Removed', look: 'text-bad' },
  modified: { word: 'M', title: 'Modified', look: 'text-warn' },
}

/** A file's diff, folded or not. */
export function FileDiffItem({
  file: { branch, path, effect, patch },
  isOpen,
  showsBranch,
}: {
  file: FileDiff
  isOpen: boolean
  showsBranch: boolean
}) {
  const lines = linesOf(patch)
  const { added, removed } = lineCounts(lines)
  const { word, title, look } = EFFECTS[effect]
  return (
    <li>
      <details open={isOpen} className="group">
        <summary className="flex list-none items-center gap-2 px-3 py-2 text-xs hover:bg-sunken/50 -outline-offset-2">
          <ChevronRight
            aria-hidden
            className="size-3.5 shrink-0 text-muted transition-transform group-open:rotate-90"
          />
          <abbr
            title={title}
            className={classNames('w-3 font-mono font-semibold no-underline', look)}
          >
            {word}
          </abbr>
          <span className="min-w-0 flex-1 font-mono break-all">
            {showsBranch && <span className="text-muted">{branch}: </span>}
            {path}
          </span>
          <span className="shrink-0 font-mono tabular-nums">
            {added > 0 && <span className="text-good">+{added}</span>}{' '}
            {removed > 0 && <span className="text-bad">−{removed}</span>}
          </span>
        </summary>
        <PatchLines lines={lines} label={`Diff of ${path}`} />
      </details>
    </li>
  )
}

const LOOKS: Readonly<Record<DiffLine['sign'], string>> = {
  '+': 'bg-good-soft text-good',
  '-': 'bg-bad-soft text-bad',
  '@': 'bg-sunken text-muted',
  ' ': 'text-muted',
}

function PatchLines({ lines, label }: { lines: readonly DiffLine[]; label: string }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto border-t pb-1 font-mono text-xs leading-5 -outline-offset-2"
    >
      {lines.map(({ sign, text, number }) => (
        <div key={number} className={classNames('flex min-w-max', LOOKS[sign])}>
          <span aria-hidden className="w-7 shrink-0 text-center select-none">
            {sign === '-' ? '−' : sign === '@' ? '' : sign}
          </span>
          <span className="pr-4 whitespace-pre">{text}</span>
        </div>
      ))}
    </section>
  )
}
