// The names of the files that there may be, as the reconcilers declare them: what is looked for where nothing is rendered.
import { RECONCILERS } from './registered.ts'

type Folder = 'base' | 'team'

/** All names of files in a folder, of whichever reconciler. */
export function declaredFiles(folder: Folder): readonly string[] {
  return namesOf(folder, ['always', 'optional'])
}

/** Whether a file comes and goes with fields of its object: for no reconciler it always stands there. */
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
