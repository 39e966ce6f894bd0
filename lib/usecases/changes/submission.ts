import type { ChangeObject } from '#db/queries/change-objects.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import type { ReleaseChange } from '#lib/domain/releases/release.ts'
import type { Representation } from '../objects/represent.ts'
import type { KeptReleased } from '#lib/schemas/kept-released.ts'
import type { KeptRollout } from '#lib/schemas/kept-rollout.ts'
import type { KeptRollback } from '#lib/schemas/rollback.ts'
import type { DecidedEdit } from './decision-edits.ts'
import type { Draft } from './drafts.ts'
import type { ImpactDocument } from './impact-document.ts'
import type { Overridden } from './stops.ts'
import type { WriteOptions } from './write-options.ts'

export type Submission = {
  /** The name of the action in the history, such as `clusters.patch`. */
  readonly action: string
  readonly drafts: readonly Draft[]
  readonly options: WriteOptions
  /** Throws a refusal unless its impact is one that it may have, whatever was confirmed. */
  readonly require?: (impact: ImpactDocument) => void
  /** The reason in the history if nobody gives one, which no guard rule takes for somebody's. */
  readonly ownReason?: string
  /** What to warn of besides what its impact shows. */
  readonly warnings?: ImpactDocument['warnings']
  /** Whether the answer says what its objects have in common, and its digest covers which they are. */
  readonly isSelection?: true
  /** Of a roll back: what the history keeps of it. */
  readonly rollback?: KeptRollback
  /** The change that it takes back. */
  readonly reverts?: number
  /**
   * What it decides for policies, given the fleet after its drafts: of schedulers what they answered, and what is as before
   * where a change is taken back. Whoever asks reports it to the audit.
   */
  readonly decisions?: (fleet: Fleet) => readonly DecidedEdit[]
  /**
   * What it does to releases besides what follows from its drafts and decisions, given the fleet after them. Whoever asks reports it to the
   * audit.
   */
  readonly releases?: (fleet: Fleet) => ReleaseChange
  /** The rollout that makes it. */
  readonly rollout?: KeptRollout
  /** Of a release to clusters that waited for other applications: what the history keeps of it. */
  readonly released?: KeptReleased
  /** In whose history it is, although it neither edits nor moves them; absent: in no others'. */
  readonly touches?: readonly Pick<ChangeObject, 'kind' | 'id'>[]
  /** What stops it, and was overridden before. */
  readonly overrides?: readonly Overridden[]
  /** What it does was confirmed, and permitted, when it was planned: no protection or freeze stops it any more. */
  readonly isCarriedOut?: true
}

/** The outcome of a write that was not a dry run. */
export type KeptOutcome = {
  readonly kind: 'kept'
  /** The change that was made; null: nothing changed. */
  readonly change: number | null
  /** The current state of the first drafted objects, without deleted ones. */
  readonly objects: readonly Pick<Representation, 'json' | 'etag'>[]
  /** How many there are in all. */
  readonly total: number
}
