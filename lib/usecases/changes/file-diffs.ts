import { createTwoFilesPatch } from 'diff'
import { type FileChange, fileEffect } from '#lib/domain/git/file-change.ts'
import { changedPaths } from '#lib/domain/impact/impact-paths.ts'
import type { Plan } from './plan.ts'
import type { Slice } from './write-options.ts'

export type FileDiff = {
  readonly branch: string
  readonly path: string
  readonly effect: 'added' | 'removed' | 'modified'
  /** A unified diff. */
  readonly patch: string
}

export type FileDiffPage = {
  readonly files: readonly FileDiff[]
  /** Where the next page begins; null: this is the last one. */
  readonly nextFile: number | null
}

/** One page of the diff of the Git tree that a plan makes, by file. */
export function fileDiffs({ files }: Plan, { offset, limit }: Slice): FileDiffPage {
  const page: FileDiff[] = []
  let index = 0
  for (const { branch, ...change } of changedPaths(files)) {
    if (index >= offset + limit) return { files: page, nextFile: index }
    if (index >= offset) page.push(fileDiff(branch, change))
    index += 1
  }
  return { files: page, nextFile: null }
}

export function fileDiff(branch: string, change: FileChange): FileDiff {
  const { path, before, after } = change
  return { branch, path, effect: fileEffect(change), patch: patchOf(path, before, after) }
}

function patchOf(path: string, before: string | null, after: string | null): string {
  return createTwoFilesPatch(
    before === null ? '/dev/null' : `a/${path}`,
    after === null ? '/dev/null' : `b/${path}`,
    before ?? '',
    after ?? '',
    undefined,
    undefined,
    { context: 3 },
  )
}
