// What a reconciler is to the rest of the house: something that turns a cluster's folder in Git into objects on the
// cluster. The fleet, the impact and the publisher know only this interface.
import type { FileRenderer, Texts } from '#lib/domain/git/file-change.ts'
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Application, Team } from '#lib/domain/objects/objects.ts'
import type { Told } from '#lib/domain/values/told.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import type { ApplicationKinds } from './application-kinds.ts'
import type { ManualSteps } from './manual-steps.ts'
import type { ManifestSettings } from './manifest-settings.ts'
import type { Reports } from './reports.ts'
import type { Warning } from './warning.ts'

export type Reconciler = {
  /** One word of lower-case letters, by which types name it and with which variants begin. It never changes. */
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** What the files of teams and applications depend on in a cluster; null: only on the settings. */
  readonly variantOf: (cluster: TypedCluster) => string | null
  /** Whether files of a null variant name the setting `argocdNamespace`, which then may not change under such clusters. */
  readonly followsNamespace: boolean
  /** The names of its files, declared apart from the code that renders them: the removal guard counts by them. */
  readonly files: {
    /** The one in `base` that says which branch the cluster follows. */
    readonly root: FileName
    readonly base: FileNames
    readonly team: FileNames
  }
  readonly manifests: (settings: ManifestSettings, branch: FileRenderer['branch']) => Manifests
  /** Everything that its files depend on in a cluster besides name and branch, including the variant. */
  readonly shapeOf: (cluster: TypedCluster) => string
  /** The fields of a cluster, as people write them, that the shape consists of besides what its type says. */
  readonly clusterFields: readonly [string, ...string[]]
  /** The fields of a cluster that say something instead of its type, on a cluster of this reconciler alone. */
  readonly overrides: readonly string[]
  /** Whether an edit changes a cluster's bootstrap so that somebody has to apply it there by hand. */
  readonly isBootstrapAnother: (before: TypedCluster, after: TypedCluster) => boolean
  /** The part of a repository's README that is about this reconciler, below the title. */
  readonly readme: string
  readonly issues: {
    /** For the address that clusters pull, where the installation's settings name it; they allow more than people may. */
    readonly pullUrl: (address: string) => readonly Issue[]
    /** For a team with this name, where there are clusters of the variant. */
    readonly teamName: (name: string, variant: string | null) => readonly Issue[]
    /** For the namespace that a type or a cluster names, null: none. */
    readonly namespace: (
      namespace: string | null,
      isTeam: (name: string) => boolean,
    ) => readonly Omit<Issue, 'path'>[]
    /** For an edit that changes a cluster's variant while something is placed on it. */
    readonly variantInUse: Issue
  }
  readonly warnings: {
    /** For a cluster that is created or taken over (`before` null), replaced, or deleted or given up (`after` null). */
    readonly cluster: (
      before: TypedCluster | null,
      after: TypedCluster | null,
    ) => readonly Warning[]
    /** For a team that is created or replaced, and all of its applications. */
    readonly team: (team: Team, applications: readonly Application[]) => readonly Warning[]
    /** For an application that is created or replaced; `before` null: none of the reconciler's clusters keeps it. */
    readonly application: (before: Application | null, after: Application) => readonly Warning[]
    readonly delivery: (delivery: Delivery) => readonly Warning[]
    /** For a change of what teams may bring. */
    readonly kinds: (
      before: readonly ApplicationKinds[],
      after: readonly ApplicationKinds[],
    ) => readonly Warning[]
    /** For clearing the folder that a cluster left on `branch` when it went to `home`. */
    readonly clearing: (
      cluster: TypedCluster,
      branch: string,
      home: string,
      settings: ManifestSettings,
    ) => readonly Warning[]
  }
  readonly reports: Reports
  readonly manualSteps: (
    cluster: TypedCluster,
    branch: string,
    settings: ManifestSettings,
  ) => ManualSteps
}

/** What is not YAML is no path of Berth's, and no patch could name it. */
type FileName = `${string}.yaml`

/** The names of all files that a folder may contain. */
type FileNames = {
  readonly always: readonly FileName[]
  /** Those that depend on fields of the object. */
  readonly optional: readonly FileName[]
}

/** Files as functions of the model, under given settings. `variant` is what `variantOf` answers for their cluster. */
export type Manifests = {
  /** The file of an application. `told`: what it is told where it goes; null: nothing. */
  readonly application: (
    application: Application,
    variant: string | null,
    told: Told | null,
  ) => string
  /** The file from which an application on the cluster reads what it is told. */
  readonly config: (application: Application, variant: string | null, told: Told) => string
  /** The files of a team, by name. */
  readonly team: (team: Team, variant: string | null) => Texts
  /** The files of a cluster's `base`, by name. */
  readonly base: (cluster: TypedCluster) => Texts
  /** What is applied to a cluster by hand. */
  readonly bootstrap: (cluster: TypedCluster) => string
}

/** What an edit does to the placements on the clusters of one reconciler. */
export type Delivery = {
  /** Teams that are edited, or have a placement that comes, goes or stays, by name. */
  readonly teams: readonly TeamDelivery[]
  /** New applications that are placed somewhere. */
  readonly created: readonly Application[]
  /** Applications that leave a cluster which continues to exist. */
  readonly leaving: readonly Application[]
}

/** On how many clusters a team is new, has nothing any more, or stays. */
export type TeamDelivery = {
  readonly name: string
  readonly before: Team | null
  readonly after: Team | null
  readonly arrived: number
  readonly left: number
  readonly stayed: number
}
