import type { WriteOptions } from '../changes/write-options.ts'

/** The name of the action in the history. */
export const REVERT = 'changes.revert'

export type RevertRequest = { readonly change: number; readonly options: WriteOptions }
