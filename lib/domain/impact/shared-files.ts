// The files that an edit touches in the same way on many clusters: one for each placement with something to deliver, one more
// where that is told something, and a team's where the team is.
import { writtenAmong } from '#lib/domain/fleet/written.ts'
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { byGroup, type ClusterGroups } from '#lib/domain/fleet/cluster-groups.ts'
import { relocatedClusters } from '#lib/domain/fleet/variants.ts'
import { NO_TEXTS, changedTexts, placementTexts } from '#lib/domain/git/file-change.ts'
import type { FileRenderer, Texts, Variant } from '#lib/domain/git/file-change.ts'
import { placementPath, teamPath } from '#lib/domain/git/repository-paths.ts'
import {
  bitsOf,
  intersect,
  isEmpty,
  NO_BITS,
  subtract,
  unite,
  uniteAll,
} from '#lib/domain/sets/bits.ts'
import type { Bits } from '#lib/domain/sets/bits.ts'
import type { Sites } from './impact-sites.ts'
import type { TeamImpact } from './impact-teams.ts'
import { applicationOf } from './impact.ts'
import type { ApplicationImpact, Impact } from './impact.ts'

/** One file that goes from one text to another, the same ones on every cluster of a set. */
export type SharedFile = {
  readonly pathOn: (cluster: string) => string
  /** null: the file isn't there. */
  readonly before: string | null
  readonly after: string | null
  /** By ids of sites, never empty. */
  readonly clusters: Bits
}

/** Where something comes, goes, stays (with other bytes) or is afterwards, by ids of clusters. */
type Movement = {
  readonly come: Bits
  readonly gone: Bits
  readonly stayed: Bits
  /** At least those on clusters that move to another branch. */
  readonly present: Bits
}

/** Where files come, go or stay, by ids of sites. */
type Spread = { readonly added: Bits; readonly removed: Bits; readonly stayed: Bits }

/** Files in one folder of every cluster, where they have as many versions as there are sources for them. */
type Files<Source> = {
  readonly pathOn: (cluster: string, file: string) => string
  /** Where the files of each source are, by ids of sites; each site is in one of them at most. */
  readonly before: ReadonlyMap<Source, Bits>
  readonly after: ReadonlyMap<Source, Bits>
  readonly render: (source: Source, variant: Variant) => Texts
}

/** What the files of each application and team are computed from. */
type Ground = {
  readonly impact: Impact
  readonly sites: Sites
  readonly render: FileRenderer
  /** The clusters that the edit creates or replaces, by their ids; those of them that change their variant. */
  readonly replaced: Bits
  readonly relocated: Bits
  /** By ids of sites. */
  readonly variantsBefore: ClusterGroups
  readonly variantsAfter: ClusterGroups
}

export function sharedFilesOf(impact: Impact, sites: Sites, render: FileRenderer): SharedFile[] {
  const byName = Map.groupBy(impact.applications, (each) => {
    const { team, name } = applicationOf(each)
    return `${team}/${name}`
  })
  const ground = groundOf(impact, sites, render)
  return [
    ...[...byName.values()].flatMap((states) => applicationFiles(states, ground)),
    ...impact.teams.flatMap((team) => teamFiles(team, ground)),
  ]
}

function groundOf(impact: Impact, sites: Sites, render: FileRenderer): Ground {
  const after = [...impact.after.variants].map(
    ([variant, clusters]) => [variant, sites.toSiteIds(clusters)] as const,
  )
  return {
    impact,
    sites,
    render,
    replaced: bitsOf(impact.clusters.map(({ id }) => id)),
    relocated: relocatedClusters(impact.clusters),
    variantsBefore: impact.before.variants,
    variantsAfter: new Map(after),
  }
}

/** `states`: one, or two if an application is deleted and created again under its name. */
function applicationFiles(states: readonly ApplicationImpact[], ground: Ground): SharedFile[] {
  const { impact, sites, replaced, render } = ground
  const { team, name } = applicationOf(states[0]!)
  const before = states.flatMap(({ id, removed, changed }) =>
    writtenAmong(impact.before, id, unite(removed, changed)),
  )
  const after = states.flatMap(({ id, added, changed }) => {
    const arriving = isEmpty(sites.moved)
      ? NO_BITS
      : intersect(placementsOf(impact.after, id), replaced)
    return writtenAmong(impact.after, id, uniteAll([added, changed, arriving]))
  })
  const movements = states.map(fileMovement)
  const spread = spreadOf(sites, {
    come: uniteAll(movements.map(({ come }) => come)),
    gone: uniteAll(movements.map(({ gone }) => gone)),
    stayed: uniteAll(movements.map(({ stayed }) => stayed)),
    present: uniteAll(after.map(({ clusters }) => clusters)),
  })
  return filesIn(spread, ground, {
    pathOn: (cluster, part) => placementPath(part, cluster, team, name),
    before: new Map(before.map((written) => [written, written.clusters])),
    after: new Map(after.map((written) => [written, sites.toSiteIds(written.clusters)])),
    render: (written, variant) => placementTexts(written, variant, render),
  })
}

/** A changed pair that is unreleased before or afterwards has a file on the other side alone, or, if it gets another target, on none. */
function fileMovement({
  added,
  removed,
  changed,
  unreleased,
  unreleasedBefore,
}: ApplicationImpact): Omit<Movement, 'present'> {
  if (isEmpty(unreleased) && isEmpty(unreleasedBefore)) {
    return { come: added, gone: removed, stayed: changed }
  }
  return {
    come: subtract(unite(added, intersect(changed, unreleasedBefore)), unreleased),
    gone: subtract(unite(removed, intersect(changed, unreleased)), unreleasedBefore),
    stayed: subtract(subtract(changed, unreleased), unreleasedBefore),
  }
}

function teamFiles(team: TeamImpact, ground: Ground): SharedFile[] {
  const { sites, render, relocated } = ground
  const { name, before, after, arrived, left, stayed } = team
  const present = unite(arrived, stayed)
  const spread = spreadOf(sites, {
    come: arrived,
    gone: left,
    stayed: before === after ? intersect(stayed, relocated) : stayed,
    present,
  })
  return filesIn(spread, ground, {
    pathOn: (cluster, file) => teamPath(cluster, name, file),
    before: new Map(before && [[before, unite(left, stayed)]]),
    after: new Map(after && [[after, sites.toSiteIds(present)]]),
    render: render.team,
  })
}

/**
 * On a cluster that stays on its branch, what goes and comes again under one path stays. On the new branch of a cluster that
 * moves, everything that is present is added; its old folder isn't touched.
 */
function spreadOf(sites: Sites, { come, gone, stayed, present }: Movement): Spread {
  const coming = sites.toSiteIds(come)
  const both = intersect(coming, gone)
  const arriving = intersect(sites.toSiteIds(present), sites.moved)
  return {
    added: unite(subtract(subtract(coming, both), sites.moved), arriving),
    removed: subtract(subtract(gone, both), sites.moved),
    stayed: subtract(unite(stayed, both), sites.moved),
  }
}

function filesIn<Source>(
  { added, removed, stayed }: Spread,
  ground: Ground,
  files: Files<Source>,
): SharedFile[] {
  const { variantsBefore, variantsAfter } = ground
  const textsOf = renderedOnce(files.render)
  const before = (clusters: Bits) => partsOf(clusters, files.before, variantsBefore)
  const after = (clusters: Bits) => partsOf(clusters, files.after, variantsAfter)
  return [
    ...after(added).flatMap((is) => filesOn(is.clusters, NO_TEXTS, textsOf(is), files)),
    ...before(removed).flatMap((was) => filesOn(was.clusters, textsOf(was), NO_TEXTS, files)),
    ...before(stayed).flatMap((was) =>
      after(was.clusters).flatMap((is) => filesOn(is.clusters, textsOf(was), textsOf(is), files)),
    ),
  ]
}

/** Sites with the same texts. */
type Part<Source> = {
  readonly source: Source
  readonly variant: Variant
  readonly clusters: Bits
}

function partsOf<Source>(
  clusters: Bits,
  sources: ReadonlyMap<Source, Bits>,
  variants: ClusterGroups,
): Part<Source>[] {
  if (isEmpty(clusters)) return []
  return byGroup(clusters, sources).flatMap((part) =>
    byGroup(part.clusters, variants).map((each) => ({
      source: part.key,
      variant: each.key,
      clusters: each.clusters,
    })),
  )
}

function renderedOnce<Source>(
  render: Files<Source>['render'],
): (part: Pick<Part<Source>, 'source' | 'variant'>) => Texts {
  const rendered = new Map<Source, Map<Variant, Texts>>()
  return ({ source, variant }) => {
    const ofSource = rendered.get(source) ?? new Map<Variant, Texts>()
    rendered.set(source, ofSource)
    const texts = ofSource.get(variant) ?? render(source, variant)
    ofSource.set(variant, texts)
    return texts
  }
}

function filesOn(
  clusters: Bits,
  before: Texts,
  after: Texts,
  { pathOn }: Pick<Files<never>, 'pathOn'>,
): SharedFile[] {
  return changedTexts(before, after).map(({ file, before, after }) => ({
    pathOn: (cluster) => pathOn(cluster, file),
    before,
    after,
    clusters,
  }))
}
