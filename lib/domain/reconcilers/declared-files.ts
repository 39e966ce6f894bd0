// The names of all files that there may be, as the reconcilers declare them. Used to look for files without rendering
// anything.
import type { Reconciler } from '#lib/domain/reconcilers/interface/reconciler.ts'
import { RECONCILERS } from './registered.ts'

type Folder = 'base' | 'team'

/** All names of files in a folder, of any reconciler. */
export function declaredFiles(folder: Folder): readonly string[] {
  return [...new Set(RECONCILERS.flatMap((each) => namesOf(each, folder)))]
}

/** The names that only other reconcilers declare: what is left of them where a cluster had another reconciler. */
export function foreignFiles(folder: Folder, own: Reconciler): readonly string[] {
  const names = namesOf(own, folder)
  return declaredFiles(folder).filter((file) => !names.includes(file))
}

/**
 * Whether a folder that stays may lose a file: one of another reconciler, or one that depends on fields of an object that
 * was edited.
 */
export function isLosable(
  folder: Folder,
  file: string,
  { own, isEdited }: { readonly own: Reconciler; readonly isEdited: boolean },
): boolean {
  const optional: readonly string[] = own.files[folder].optional
  return (isEdited && optional.includes(file)) || foreignFiles(folder, own).includes(file)
}

/** Those in `base` that say which branch a cluster follows. */
export function rootFiles(): readonly string[] {
  return [...new Set(RECONCILERS.map(({ files }) => files.root))]
}

function namesOf({ files }: Reconciler, folder: Folder): readonly string[] {
  return [...files[folder].always, ...files[folder].optional]
}
