// The clusters of the waves of a rollout, as its page shows them.
import type { RolloutPreviewJson } from './rollout.ts'

/** What clusters have before a wave, most of them first. */
export type Had = RolloutPreviewJson['waves'][number]['from']

export type NamedClusters = {
  /** The first. */
  readonly names: readonly string[]
  readonly total: number
}

export type WaveClusters = NamedClusters & {
  /** Of a wave that is still to come, what they have; empty: it is over or out. */
  readonly from: Had
  /** Those that are not healthy; null: nobody asks how they are. */
  readonly unwell: Readonly<Record<'failing' | 'silent' | 'progressing', NamedClusters>> | null
}
