'use client'

import { useState } from 'react'
import { usePreferences } from '#components/preferences/preferences-provider.tsx'
import { Button } from '#components/ui/button.tsx'
import { download } from '#components/ui/download.ts'
import { Select } from '#components/ui/input.tsx'
import { useCopy } from '#components/ui/use-copy.tsx'
import type { Computed } from './use-impact.ts'
import { countFiles, fetchAllFiles, patchOfBranch } from './whole-patch.ts'

/** More are no patch that anybody reads; programs page through them. */
const PATCH_FILES_MAX = 2000

/** How the diff is drawn, and the diff of a branch as a patch. */
export function DiffToolbar({
  computed,
  onCollapse,
}: {
  computed: Computed
  onCollapse: () => void
}) {
  const { preferences, choose } = usePreferences()
  const isSplit = preferences.diff === 'split'
  return (
    <div
      role="toolbar"
      aria-label="The diff"
      className="flex flex-wrap items-center border-b px-1 py-1 *:px-2 *:text-xs"
    >
      <Button
        look="quiet"
        aria-pressed={isSplit}
        onClick={() => choose('diff', isSplit ? 'unified' : 'split')}
      >
        {isSplit ? 'One column' : 'Two columns'}
      </Button>
      <Button look="quiet" onClick={onCollapse}>
        Collapse all
      </Button>
      {countFiles(computed.impact) <= PATCH_FILES_MAX && (
        <PatchButtons key={computed.impact.digest} computed={computed} />
      )}
    </div>
  )
}

function PatchButtons({ computed: { request, impact } }: { computed: Computed }) {
  const [branch, setBranch] = useState(impact.branches[0] ?? '')
  const [state, setState] = useState<'idle' | 'reading' | 'failed'>('idle')
  const { isCopied, copy, uncopied } = useCopy()
  const take = async (use: (patch: string) => unknown) => {
    setState('reading')
    try {
      const files = await fetchAllFiles(request, new AbortController().signal)
      await use(patchOfBranch(files, branch))
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  const isBusy = state === 'reading'
  return (
    <>
      {impact.branches.length > 1 && (
        <Select
          aria-label="Branch of the patch"
          value={branch}
          onChange={({ target }) => setBranch(target.value)}
          className="w-auto! max-w-40"
        >
          {impact.branches.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      )}
      <Button look="quiet" disabled={isBusy} onClick={() => void take(copy)}>
        {isCopied ? 'Copied' : 'Copy patch'}
      </Button>
      <Button
        look="quiet"
        disabled={isBusy}
        onClick={() => void take((patch) => download(`${branch}.patch`, patch))}
      >
        Download patch
      </Button>
      <output className="text-xs text-muted">
        {isBusy && 'Reading every file…'}
        {state === 'failed' && 'The files could not be read: try again.'}
      </output>
      {uncopied}
    </>
  )
}
