// A rollout: one version's way into one environment, as a plan of waves that is made when it starts. Instants are
// milliseconds since 1970.
import type { Hours } from '#lib/domain/objects/environment/hours.ts'
import type { WaveRule } from '#lib/domain/objects/environment/wave-rule.ts'
import type { Freeze } from '#lib/domain/objects/objects.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'

/** Everything after `paused` is an end. */
export const ROLLOUT_STATES = [
  'running',
  'paused',
  'completed',
  'rolled_back',
  'aborted',
  'superseded',
] as const
export type RolloutState = (typeof ROLLOUT_STATES)[number]

/**
 * Why a rollout is paused: somebody paused it or refused a wave, more clusters came than were confirmed, too many are failing, a
 * check failed, a wave didn’t pass by its deadline, or somebody closed the pull request that a wave waits for.
 */
export const PAUSE_CAUSES = [
  'person',
  'refused',
  'outgrown',
  'failing',
  'check',
  'deadline',
  'pull_request_closed',
] as const
export type PauseCause = (typeof PAUSE_CAUSES)[number]

/** The event that says by whom, when and why a rollout was paused: of a refusal, that of whoever refused. */
export function pauseEventOf(cause: PauseCause): 'refused' | 'paused' {
  return cause === 'refused' ? 'refused' : 'paused'
}

/** What a wave fails of that is in Git. */
export type FailureCause = Extract<PauseCause, 'failing' | 'check' | 'deadline'>

/** `auto`: the environment takes the newest version by itself. */
export const ORIGINS = ['person', 'auto', 'rollback'] as const
type Origin = (typeof ORIGINS)[number]

export type Rollout = {
  readonly id: number
  /** The application's id. */
  readonly application: number
  /** What its clusters have in their field `environment`. */
  readonly environment: string
  /** The number of the version; null: what the application had before it followed versions. */
  readonly version: number | null
  readonly origin: Origin
  readonly state: RolloutState
  /** Null unless paused. */
  readonly cause: PauseCause | null
  /** The index of the first wave that is neither passed nor skipped; of the last one when all are. */
  readonly wave: number
  /** At least one. The last is the rest. */
  readonly waves: readonly Wave[]
  /** How many clusters were confirmed, of all waves together. */
  readonly confirmed: number
  /** How often it was stored; each step adds one. */
  readonly seq: number
  /** A principal, such as `person:…`. */
  readonly startedBy: string
  readonly startedAt: number
  /** When it last went on after a pause; refusals up to then no longer count. */
  readonly resumedAt: number | null
  readonly endedAt: number | null
}

/**
 * `published`: its change is in Git. `passed`: what must hold after it held, too. `failed`: it didn’t, and was rolled back.
 * `skipped`: it had no cluster when its turn came.
 */
export const WAVE_STATES = [
  'pending',
  'released',
  'published',
  'passed',
  'failed',
  'skipped',
] as const
export type WaveState = (typeof WAVE_STATES)[number]

export type Wave = {
  readonly name: string
  /** As it was when the rollout started. */
  readonly rule: WaveRule
  /** The ids of its clusters; null: the rest, which is whatever else is placed when its turn comes. */
  readonly planned: Bits | null
  readonly state: WaveState
  /** The change that released it. */
  readonly change: number | null
  /** The clusters that this change gave the version; null: not released. */
  readonly released: Bits | null
  /** When the last publication of its change was in Git. */
  readonly publishedAt: number | null
  readonly passedAt: number | null
  /** The clusters that said once, since it was in Git, that the version is healthy there. Nothing takes that back. */
  readonly ok: Bits
  /** Since when enough of them did and few enough were silent or failing, which it soaks from; null: they don’t. */
  readonly quorumAt: number | null
  /** As it was last counted; null: it wasn’t. */
  readonly health: HealthCounts | null
  /** The clusters for which somebody decided that it needn’t wait for other applications. */
  readonly freed: Bits
  /** Gates that somebody overrode for this wave. */
  readonly overridden: readonly OverridableGate[]
}

/** How many clusters of a wave are what; together they are its clusters that are still there. */
export type HealthCounts = {
  readonly ok: number
  readonly progressing: number
  readonly failing: number
  readonly silent: number
}

export const OVERRIDABLE_GATES = [
  'not_eligible',
  'frozen',
  'outside_hours',
  'approval',
  'soak',
  'health',
  'silent',
  'failing',
  'check',
  'depends',
] as const
export type OverridableGate = (typeof OVERRIDABLE_GATES)[number]

/** Those that ask the same of every wave, so that one override may be for all that are still to come. */
export const WHOLE_GATES: readonly OverridableGate[] = ['not_eligible', 'frozen', 'outside_hours']

/** Those of some gates that ask the same of every wave of a rollout. */
export function wholeGatesOf(gates: readonly OverridableGate[]): readonly OverridableGate[] {
  return gates.filter((gate) => WHOLE_GATES.includes(gate))
}

export type GateCode = OverridableGate | 'not_published'

/** What one person answered about one wave. It is never edited; a later one of the same person counts instead of it. */
export type Approval = {
  /** The wave's index. */
  readonly wave: number
  /** A principal, such as `person:…`. */
  readonly by: string
  /** For people to read. */
  readonly name: string
  /** The id of the group that let them. */
  readonly group: string
  readonly decision: 'approve' | 'refuse'
  readonly at: number
  /** Of the wave as they saw it. */
  readonly digest: string
}

export const CHECK_STATES = ['running', 'passed', 'failed'] as const

/** What a program last said of a wave by one name. */
export type Check = {
  /** The wave's index. */
  readonly wave: number
  readonly name: string
  readonly state: (typeof CHECK_STATES)[number]
  readonly at: number
}

/** What the clusters of the wave that is under way reported, as it is at one instant. */
export type Reports = {
  /** Those that said, since the wave was in Git, that the version is healthy there. */
  readonly ok: Bits
  /** Those whose newest report says that the version fails there. */
  readonly failing: Bits
  /** Those that reported once, but not lately. */
  readonly silent: Bits
  /** Those that ever reported. */
  readonly reporting: Bits
  /** The earliest instant at which time alone makes one of them silent or failing; null: none. */
  readonly until: number | null
}

/** A pull request that has to be merged before a change is in Git. */
export type AwaitedMerge = {
  /** Into which it is merged. */
  readonly branch: string
  /** As the Git host counts them. */
  readonly number: number
  readonly url: string
  /** Whether it was closed unmerged: then nothing of its branch goes on until somebody decides. */
  readonly isClosed: boolean
  /** Who closed it, as far as the host says. */
  readonly closedBy: string | null
}

/** What `advance` must know besides the rollout and the instant, as it is at that instant. */
export type Facts = {
  /** The clusters of the environment on which the application is placed, but for those that hold what they have. */
  readonly placed: Bits
  /** Those of them on which something is missing that the application needs; only those of the next wave decide anything. */
  readonly blocked: Bits
  /** By the wave's index, the digest of what it would do now; null: not computed, which leaves approvals waiting. */
  readonly digests: readonly (string | null)[]
  /** When the last publication of the change of the wave `rollout.wave` was in Git; null: not all are, or not released. */
  readonly publishedAt: number | null
  /** Where that change is not in Git yet because somebody has to merge it; by branch. */
  readonly awaited: readonly AwaitedMerge[]
  /** Null: they weren’t read, because the wave isn’t in Git or doesn’t ask for them. */
  readonly reports: Reports | null
  /** The newest of each name of each wave. */
  readonly checks: readonly Check[]
  readonly approvals: readonly Approval[]
  /** What the environment asks now; null: it is always open. */
  readonly hours: Hours | null
  readonly afterSoakMs: number
  /** Each environment that must come first. */
  readonly after: readonly Succeeded[]
  /** Whether the team may still use the repository of the version. */
  readonly isRepositoryAllowed: boolean
  /** Those in whose scope the application is in this environment, whether they hold or not. */
  readonly freezes: readonly Freeze[]
}

/** When the version succeeded in an environment; null: it didn't, or was rolled back since. */
type Succeeded = { readonly environment: string; readonly at: number | null }

/** What holds a wave up. */
export type Waiting = {
  /** The wave's index. */
  readonly wave: number
  readonly code: GateCode
  /** When it ends by time alone; null: it doesn't. */
  readonly until: number | null
  /** A sentence for people. */
  readonly text: string
  /** The pull request that has to be merged; absent: none has. */
  readonly pullRequest?: AwaitedMerge
}

export type Advanced = {
  /** The same value when nothing differs. */
  readonly rollout: Rollout
  /** The index of the wave to release now; `withReleased` says that it was. */
  readonly release: number | null
  /** Why the rollout is to be rolled back now, which `failed` says that it was; null: it isn’t. */
  readonly failure: FailureCause | null
  readonly waiting: readonly Waiting[]
  /** The earliest instant at which time alone can make any of this differ; null: none. */
  readonly due: number | null
}
