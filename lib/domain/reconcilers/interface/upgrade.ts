// What an upgrade is called to people: bytes that a new version of Berth writes for a model that stays as it is.
import { LAYOUT } from './layout.ts'

/** What a publication says that waits because its branch has an older layout. */
export const WAITS_FOR_UPGRADE = `This version of Berth writes other manifests (layout ${LAYOUT}) than the branch has. It is published with the upgrade, which an admin confirms under Settings, Upgrade.`

/** What stands for the name of each cluster in the place of a file that many clusters have. */
export const ANY_CLUSTER = '<cluster>'

/** Files of one place that an upgrade changes alike, but for the name of the cluster in them. */
export type UpgradeFile = {
  readonly effect: 'added' | 'removed' | 'modified'
  /** Their path, with `<cluster>` for the cluster. */
  readonly place: string
  /** How many there are. */
  readonly files: number
  /** A few of their paths. */
  readonly examples: readonly string[]
  /** Equal where the place and the patch are, on whichever branch. */
  readonly digest: string
  /** A unified diff of the first example; null: these were counted and not compared. */
  readonly patch: string | null
}
