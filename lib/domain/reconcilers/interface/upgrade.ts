// What people are told about an upgrade: a new version of Berth writes other bytes for an unchanged model.
import { LAYOUT } from './layout.ts'

/** The state of a publication that waits because its branch has an older layout. */
export const WAITS_FOR_UPGRADE = `This version of Berth writes other manifests (layout ${LAYOUT}) than the branch has. It is published with the upgrade, which an admin confirms under Settings, Upgrade.`

/** Replaces the name of each cluster in the path of a file that many clusters have. */
export const ANY_CLUSTER = '<cluster>'

/** Files of one place that an upgrade changes in the same way, except for the cluster's name in them. */
export type UpgradeFile = {
  readonly effect: 'added' | 'removed' | 'modified'
  /** Their path, with `<cluster>` for the cluster. */
  readonly place: string
  /** How many there are. */
  readonly files: number
  /** A few of their paths. */
  readonly examples: readonly string[]
  /** Equal for the same patch of the same place, on whatever branch. */
  readonly digest: string
  /** A unified diff of the first example; null: these were counted and not compared. */
  readonly patch: string | null
}
