// One file before and after an edit, and how files are rendered.
import type { TypedCluster } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import type { Application, Cluster, Team } from '#lib/domain/objects/objects.ts'
import type { Told } from '#lib/domain/values/told.ts'
import { compareText } from '#lib/domain/text/compare-text.ts'

/** Texts by file name. */
export type Texts = ReadonlyMap<string, string>

export const NO_TEXTS: Texts = new Map()

/** All that an application's or a team's manifests depend on in a cluster: clusters of one variant get the same ones. */
export type Variant = string

/** The manifests, as pure functions of the model. */
export type FileRenderer = {
  /** `told`: what it is told where it goes; null: nothing. */
  readonly application: (application: Application, variant: Variant, told: Told | null) => string
  /** The file from which an application on the cluster reads what it is told. */
  readonly config: (application: Application, variant: Variant, told: Told) => string
  /** The files of `clusters/<cluster>/teams/<team>`. */
  readonly team: (team: Team, variant: Variant) => Texts
  /** The files of `clusters/<cluster>/base`. */
  readonly base: (cluster: TypedCluster) => Texts
  /** The name of the file in `base` that says which branch the cluster follows. */
  readonly root: (cluster: TypedCluster) => string
  readonly bootstrap: (cluster: TypedCluster) => string
  /**
   * Clusters of one shape have the same files except for their names and branches, so one of them tells enough without
   * rendering the others.
   */
  readonly clusterShape: (cluster: TypedCluster) => string
  readonly branch: (cluster: Cluster) => string
}

/** The files of a placement, by the part of the cluster's folder that each is in. */
export function placementTexts(
  { application, told }: { readonly application: Application; readonly told: Told | null },
  variant: Variant,
  render: Pick<FileRenderer, 'application' | 'config'>,
): Texts {
  const texts = new Map<string, string>()
  texts.set('apps', render.application(application, variant, told))
  if (told !== null) texts.set('config', render.config(application, variant, told))
  return texts
}

/** A file that an edit touches, by its path from the root of the branch; null: not there. The two texts always differ. */
export type FileChange = {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

export type FileCounts = {
  readonly added: number
  readonly removed: number
  readonly modified: number
}

/** The files whose texts differ, sorted by name. */
export function changedTexts(
  before: Texts,
  after: Texts,
): { readonly file: string; readonly before: string | null; readonly after: string | null }[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((file) => before.get(file) !== after.get(file))
    .sort(compareText)
    .map((file) => ({ file, before: before.get(file) ?? null, after: after.get(file) ?? null }))
}

export function fileEffect({ before, after }: Omit<FileChange, 'path'>): keyof FileCounts {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'modified'
}
