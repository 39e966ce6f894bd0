'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck, CloudAlert, LoaderCircle } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { ImpactAnswer } from '#lib/schemas/impact.ts'
import { DiffEntry } from './diff-entry.tsx'
import { DiffToolbar } from './diff-toolbar.tsx'
import { fetchImpact, type ImpactRequest, requestKey } from './impact-request.ts'
import { Notice } from './notice.tsx'
import type { Computed } from './use-impact.ts'
import { countFiles, type FileDiff } from './whole-patch.ts'

/** This many files are open at first, the others on a click. */
const OPEN_FILES = 3

export function FileDiffs({ computed }: { computed: Computed }) {
  const { request, impact } = computed
  const total = countFiles(impact)
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
      <DiffFiles key={impact.digest} computed={computed} files={files} />
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

/** The files that were read so far; `n` and `p` go from one to the next. */
function DiffFiles({ computed, files }: { computed: Computed; files: readonly FileDiff[] }) {
  const list = useRef<HTMLUListElement>(null)
  const [collapsed, setCollapsed] = useState(0)
  const onKeyDown = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey) return
    if (key === 'n' || key === 'p') focusFile(list.current, key === 'n' ? 1 : -1)
  }
  return (
    <>
      <DiffToolbar computed={computed} onCollapse={() => setCollapsed(collapsed + 1)} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its summaries have the focus */}
      <ul ref={list} onKeyDown={onKeyDown} className="divide-y border-b">
        {files.map((file, index) => (
          <FileDiffItem
            key={`${file.branch} ${file.path} ${collapsed}`}
            file={file}
            isOpen={collapsed === 0 && index < OPEN_FILES}
            showsBranch={computed.impact.branches.length > 1}
          />
        ))}
      </ul>
    </>
  )
}

function focusFile(list: HTMLElement | null, step: number) {
  const entries = [...(list?.querySelectorAll('li') ?? [])]
  const at = entries.findIndex((entry) => entry.contains(document.activeElement))
  entries[at + step]?.querySelector('summary')?.focus()
}

/** The diff, a page at a time. If no files change, nothing is requested. */
function useFileDiffs(request: ImpactRequest, digest: string, total: number) {
  return useInfiniteQuery({
    // Includes the digest, because the same edit has another effect once the fleet has changed.
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

export function FileDiffItem({
  file: { branch, path, effect, patch },
  isOpen,
  showsBranch,
}: {
  file: FileDiff
  isOpen: boolean
  showsBranch: boolean
}) {
  return (
    <DiffEntry effect={effect} path={path} patch={patch} isOpen={isOpen}>
      {showsBranch && <span className="text-muted">{branch}: </span>}
      {path}
    </DiffEntry>
  )
}
