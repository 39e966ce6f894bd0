'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ask } from '#components/api.ts'
import { DiffEntry } from '#components/impact/diff-entry.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { apiPaths, withQuery } from '#lib/schemas/paths.ts'
import type { UpgradeFileJson } from '#lib/schemas/upgrade.ts'

const PAGE = 20

type FilePage = { readonly items: readonly UpgradeFileJson[]; readonly continue: string | null }
type Counts = { readonly added: number; readonly removed: number; readonly modified: number }

/** The files that change. Of files that change alike, only the first is shown, with their number. */
export function FilesCard({ files: { added, removed, modified } }: { files: Counts }) {
  const query = useInfiniteQuery({
    queryKey: ['upgrade-files'],
    queryFn: async ({ signal, pageParam }) => {
      const path = withQuery(apiPaths.upgradeFiles, { limit: PAGE, continue: pageParam })
      return (await ask<FilePage>(path, { signal })).answer
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continue,
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const total = (added + removed + modified).toLocaleString('en')
  return (
    <Card title="Files" note={`${total} in all, those that change alike once`} flush>
      {query.isError && <p className="p-4 text-bad">{query.error.message}</p>}
      {query.isPending && <p className="p-4 text-muted">Reading the files…</p>}
      <ul className="divide-y">
        {items.map((file) => (
          <Entry key={`${file.place} ${file.examples[0]}`} file={file} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="border-t p-3 text-center">
          <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            {query.isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entry({ file: { place, effect, files, examples, patch } }: { file: UpgradeFileJson }) {
  const [example = place] = examples
  return (
    <DiffEntry effect={effect} path={example} patch={patch ?? ''} isOpen={false}>
      {files === 1 ? example : place}
      {files > 1 && (
        <span className="break-normal text-muted"> on {files.toLocaleString('en')} clusters</span>
      )}
      {patch === null && <span className="break-normal text-muted"> (counted, not compared)</span>}
    </DiffEntry>
  )
}
