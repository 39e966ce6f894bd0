// The names of all files that there may be, as the reconcilers declare them. Used to look for files without rendering
// anything.
import { RECONCILERS } from './registered.ts'

type Folder = 'base' | 'team'

/** All names of files in a folder, of any reconciler. */
export function declaredFiles(folder: Folder): readonly string[] {
  return namesOf(folder, ['always', 'optional'])
}

/** Whether a file depends on fields of its object, so that no reconciler always writes it. */
export function isOptional(folder: Folder, file: string): boolean {
  return namesOf(folder, ['optional']).includes(file) && !namesOf(folder, ['always']).includes(file)
}

/** Those in `base` that say which branch a cluster follows. */
export function rootFiles(): readonly string[] {
  return [...new Set(RECONCILERS.map(({ files }) => files.root))]
}

function namesOf(folder: Folder, lists: readonly ('always' | 'optional')[]): readonly string[] {
  const names = RECONCILERS.flatMap(({ files }) => lists.flatMap((list) => files[folder][list]))
  return [...new Set(names)]
}
