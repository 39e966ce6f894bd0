// What lies at an application's source, and how it becomes manifests. Which revision of it is meant is said beside it.
import type { Values } from '#lib/domain/values/values.ts'

/** What Helm is told besides the chart. */
export type HelmOptions = {
  /** Null: the application's name. */
  readonly releaseName: string | null
  /** Empty: those of the chart. */
  readonly values: Values
  /** Where in them the values of configs go, as a JSON pointer; null: nowhere. */
  readonly configUnder: string | null
}

type Rendered =
  | { readonly render: 'directory' | 'kustomize' }
  | ({ readonly render: 'helm' } & HelmOptions)

export type Packaging =
  /** A directory in a repository of Git. */
  | ({ readonly type: 'git' } & Rendered)
  /** An artifact in a registry. */
  | ({ readonly type: 'oci' } & Rendered)
  /** A chart in a repository of charts, or in a registry. */
  | ({ readonly type: 'helm'; readonly chart: string; readonly render: 'helm' } & HelmOptions)

/** Of an application: where it comes from, which revision of it, and what that is. */
export type Packed = {
  readonly repoUrl: string
  /** The revision: a branch, tag or commit of Git; the version of a chart; the tag or digest of an artifact. */
  readonly repoBranch: string
  /** The directory; that of a chart is `.`. */
  readonly repoPath: string
  /** Null: a directory in Git, as the reconciler finds it. */
  readonly packaging: Packaging | null
}

export const SOURCE_TYPES = ['git', 'helm', 'oci'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

export function sourceTypeOf({ packaging }: Pick<Packed, 'packaging'>): SourceType {
  return packaging?.type ?? 'git'
}

/** What Helm is told; null: Helm doesn't render it, as far as its packaging says. */
export function helmOptionsOf(packaging: Packaging | null): HelmOptions | null {
  return packaging?.render === 'helm' ? packaging : null
}

/** Whether its manifest holds what it is told. */
export function readsTold({ packaging }: Pick<Packed, 'packaging'>): boolean {
  return packaging?.render === 'helm' && packaging.configUnder !== null
}

export function isSamePackaging(one: Packaging | null, other: Packaging | null): boolean {
  return one === other || packagingText(one) === packagingText(other)
}

/** As one text, equal for equal ones, in whatever order their keys are. */
export function packagingText(packaging: Packaging | null): string {
  return JSON.stringify(packaging, (_, value: unknown) => (isObject(value) ? sorted(value) : value))
}

function sorted(object: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
