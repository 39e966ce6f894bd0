// What drafts would do: computed in the same way, whether it is then shown or stored.
import { idsIn } from '#lib/domain/sets/bits.ts'
import { createHash } from 'node:crypto'
import type { Edit } from '#lib/domain/fleet/fleet-state.ts'
import type { Fleet } from '#lib/domain/fleet/fleet.ts'
import { branchOf } from '#lib/domain/git/branch-pattern.ts'
import type { FileRenderer } from '#lib/domain/git/file-change.ts'
import { impactDigest } from '#lib/domain/impact/impact-digest.ts'
import { type ChangedFiles, filesOf } from '#lib/domain/impact/impact-files.ts'
import { type Impact, impactOf } from '#lib/domain/impact/impact.ts'
import { clearedFiles, type LeftFolder, withLeftFolders } from '#lib/domain/impact/left-folders.ts'
import { readsTold } from '#lib/domain/objects/application/packaging.ts'
import type { Application, Cluster, Team } from '#lib/domain/objects/objects.ts'
import { fileRenderer } from '#lib/domain/reconcilers/file-renderer.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import type { TenantIdentity } from '../session.ts'
import { inSlices } from '../in-slices.ts'
import type { PublishingServices } from '../services.ts'
import {
  type BranchLayout,
  branchSetting,
  manifestSettings,
  type TenantRepository,
} from '../repository/tenant-repository.ts'
import type { ResolvedDraft } from './drafts.ts'

export type Plan = {
  /** Where its files go. */
  readonly repository: TenantRepository
  readonly drafts: readonly ResolvedDraft[]
  readonly edits: readonly Edit[]
  readonly after: Fleet
  readonly impact: Impact
  readonly files: ChangedFiles
  readonly render: FileRenderer
  readonly digest: string
  /** The environments of clusters of which it touches files without moving a placement. */
  readonly touchedIn: readonly string[]
}

/** What drafts would do to placements, as it is known before anybody asks for files. */
export type Outline = Omit<Plan, 'files' | 'digest'>

type Fleets = { readonly before: Fleet; readonly after: Fleet }

type Planning = { readonly services: PublishingServices; readonly tenant: TenantIdentity }

/**
 * The plan of drafts whose edits lead from one fleet to the other, for which they were already found valid. `left` are the
 * folders that the drafted clusters had left on branches.
 */
export function planDrafts(
  context: Planning,
  repository: TenantRepository,
  fleets: Fleets,
  drafts: readonly ResolvedDraft[],
  edits: readonly Edit[],
  left: readonly LeftFolder[],
): Promise<Plan> {
  return withFiles(outlineOf(context, repository, fleets, drafts, edits), left)
}

export function outlineOf(
  { services, tenant }: Planning,
  repository: TenantRepository,
  { before, after }: Fleets,
  drafts: readonly ResolvedDraft[],
  edits: readonly Edit[],
): Outline {
  const render = rendererOf(services, tenant, repository)
  const impact = impactOf(before, after, edits, render)
  return { repository, drafts, edits, after, impact, render, touchedIn: retypedIn(impact) }
}

export async function withFiles(outline: Outline, left: readonly LeftFolder[]): Promise<Plan> {
  const { impact, render } = outline
  const deleted = new Set(
    impact.clusters.flatMap(({ before, after }) => (before && !after ? [before.name] : [])),
  )
  const files = withLeftFolders(filesOf(impact, render), left, deleted, render)
  return { ...outline, files, digest: await impactDigest(impact, files, sha256) }
}

/** A plan that clears folders which a cluster had left; the fleet stays as it is. */
export async function planClearing(
  { services, tenant }: Planning,
  repository: TenantRepository,
  fleet: Fleet,
  draft: ResolvedDraft,
  left: readonly LeftFolder[],
): Promise<Plan> {
  const render = rendererOf(services, tenant, repository)
  const impact = impactOf(fleet, fleet, [], render)
  const files = clearedFiles(left, render)
  const digest = await impactDigest(impact, files, sha256)
  return {
    repository,
    drafts: [draft],
    edits: [],
    after: fleet,
    impact,
    files,
    render,
    digest,
    touchedIn: left.flatMap(({ cluster }) => cluster.environment || []),
  }
}

/** The environments of the clusters that become others by an edit of their type. */
function retypedIn({ after, retyped }: Impact): string[] {
  return idsIn(retyped).flatMap((id) => after.clusters.slots[id]!.environment || [])
}

export function rendererOf(
  services: PublishingServices,
  tenant: TenantIdentity,
  repository: TenantRepository,
): FileRenderer {
  const settings = manifestSettings(services, tenant, repository)
  const ofSettings = JSON.stringify(settings)
  const renderer = fileRenderer(settings, branchesOf(repository))
  return {
    ...renderer,
    application: (application, variant, told) =>
      readsTold(application) && told !== null
        ? renderer.application(application, variant, told)
        : remembered(applicationTexts, application, `${variant} ${ofSettings}`, () =>
            renderer.application(application, variant, null),
          ),
    team: (team, variant) =>
      remembered(teamTexts, team, `${variant} ${ofSettings}`, () => renderer.team(team, variant)),
  }
}

// Objects of a fleet never change, so results for one of them are valid as long as the setting is the same.
type Known<T extends object, V> = WeakMap<T, { readonly setting: string; readonly value: V }>
const branches: Known<Cluster, Checked<string>> = new WeakMap()
const applicationTexts: Known<Application, string> = new WeakMap()
const teamTexts: Known<Team, ReadonlyMap<string, string>> = new WeakMap()

function remembered<T extends object, V>(
  known: Known<T, V>,
  object: T,
  setting: string,
  workOut: () => V,
): V {
  const last = known.get(object)
  if (last?.setting === setting) return last.value
  const value = workOut()
  known.set(object, { setting, value })
  return value
}

/** As `branchOfCluster`, of many clusters. */
export function branchesOf(layout: BranchLayout): (cluster: Cluster) => string {
  const setting = branchSetting(layout)
  return (cluster) => acceptedBranch(cluster, rememberedBranch(layout, setting, cluster))
}

/** The branch of an accepted cluster, whose labels make a valid branch name. */
export function branchOfCluster(layout: BranchLayout, cluster: Cluster): string {
  return acceptedBranch(cluster, checkedBranch(layout, cluster))
}

/** The branch that a cluster would be on, or why it has none. */
export function checkedBranch(layout: BranchLayout, cluster: Cluster): Checked<string> {
  return rememberedBranch(layout, branchSetting(layout), cluster)
}

function acceptedBranch({ name }: Cluster, branch: Checked<string>): string {
  if (branch.ok) return branch.value
  throw new Error(`cluster ${name} has no branch: ${branch.issues[0]?.reason}`)
}

function rememberedBranch(
  layout: BranchLayout,
  setting: string,
  cluster: Cluster,
): Checked<string> {
  return remembered(branches, cluster, setting, () =>
    branchOf(layout.branchPattern, layout.shards, cluster),
  )
}

async function sha256(chunks: Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of inSlices(chunks)) hash.update(chunk)
  return hash.digest('hex')
}
