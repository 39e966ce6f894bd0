'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ask } from '#components/api.ts'
import { Disclosure } from '#components/impact/disclosure.tsx'
import { FileDiffItem } from '#components/impact/file-diffs.tsx'
import { Button } from '#components/ui/button.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { withQuery } from '#lib/schemas/paths.ts'
import type { RolloutPreviewJson } from '#lib/schemas/rollout.ts'
import type { PlanRequest } from './use-plan.ts'

/** The files of each wave, which are read when somebody wants to see them. */
export function WaveFiles({ plan, request }: { plan: RolloutPreviewJson; request: PlanRequest }) {
  if (plan.waves.every(({ files }) => totalOf(files) === 0)) return null
  return (
    <div className="mt-3 overflow-hidden rounded-lg border">
      {plan.waves.map(({ name, files, branchesTotal }, index) => {
        const total = totalOf(files)
        if (total === 0) return null
        return (
          <Disclosure key={name} label={`${counted(total, 'file')} of wave ${name}`}>
            <Files
              request={request}
              digest={plan.digest}
              wave={index + 1}
              showsBranch={branchesTotal > 1}
            />
          </Disclosure>
        )
      })}
    </div>
  )
}

function totalOf({
  added,
  modified,
  removed,
}: RolloutPreviewJson['waves'][number]['files']): number {
  return added + modified + removed
}

function Files({
  request,
  digest,
  wave,
  showsBranch,
}: {
  request: PlanRequest
  digest: string
  wave: number
  showsBranch: boolean
}) {
  const query = useWaveFiles(request, digest, wave)
  if (query.isError) {
    return <p className="px-3 py-2 text-bad">The files could not be read. {query.error.message}</p>
  }
  const files = (query.data?.pages ?? []).flatMap(({ diff = [] }) => diff)
  if (files.length === 0) return <p className="px-3 py-2 text-muted">Reading the files…</p>
  return (
    <>
      <ul className="divide-y">
        {files.map((file, index) => (
          <FileDiffItem
            key={`${file.branch} ${file.path}`}
            file={file}
            isOpen={index === 0}
            showsBranch={showsBranch}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="p-3 text-center">
          <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
            Show more files
          </Button>
        </div>
      )}
    </>
  )
}

function useWaveFiles(request: PlanRequest, digest: string, wave: number) {
  return useInfiniteQuery({
    queryKey: ['rollout-files', JSON.stringify(request), digest, wave],
    queryFn: async ({ signal, pageParam }) => {
      const { path, supersede, ...sent } = request
      const dryRun = withQuery(path, {
        dryRun: 'true',
        supersede: supersede ? 'true' : null,
        include: 'diff',
        wave: String(wave),
        continue: pageParam,
      })
      return (await ask<RolloutPreviewJson>(dryRun, { ...sent, method: 'POST', signal })).answer
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.continue ?? null,
  })
}
