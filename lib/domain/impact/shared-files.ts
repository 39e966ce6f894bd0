// The files that an edit touches in the same way on many clusters: one for each placement, and a team's where the team is.
import { placementsOf } from '#lib/domain/fleet/targeting.ts'
import { byVariant, relocatedClusters } from '#lib/domain/fleet/variants.ts'
import type { Variants } from '#lib/domain/fleet/variants.ts'
import { NO_TEXTS, changedTexts } from '#lib/domain/git/file-change.ts'
import type { FileRenderer, Texts, Variant } from '#lib/domain/git/file-change.ts'
import { applicationPath, teamPath } from '#lib/domain/git/repository-paths.ts'
import { intersect, subtract, unite, uniteAll } from '#lib/domain/sets/bits.ts'
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
  readonly present: Bits
}

/** Where files come, go or stay, by ids of sites. */
type Spread = { readonly added: Bits; readonly removed: Bits; readonly stayed: Bits }

/** A set of files in one folder of every cluster; the texts are rendered only when they are asked for. */
type Files = {
  readonly pathOn: (cluster: string, file: string) => string
  readonly before: (variant: Variant) => Texts
  readonly after: (variant: Variant) => Texts
}

/** What the files of each application and team are computed from. */
type Ground = {
  readonly impact: Impact
  readonly sites: Sites
  readonly render: FileRenderer
  readonly relocated: Bits
  /** By ids of sites. */
  readonly variantsBefore: Variants
  readonly variantsAfter: Variants
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
    relocated: relocatedClusters(impact.clusters),
    variantsBefore: impact.before.variants,
    variantsAfter: new Map(after),
  }
}

/** `states`: one, or two if an application is deleted and created again under its name. */
function applicationFiles(states: readonly ApplicationImpact[], ground: Ground): SharedFile[] {
  const { impact, sites, render } = ground
  const before = states.find((state) => state.before !== null)?.before ?? null
  const after = states.find((state) => state.after !== null)?.after ?? null
  const { team, name } = applicationOf(states[0]!)
  const placedAfter = states.map((state) => placementsOf(impact.after, state.id))
  const spread = spreadOf(sites, {
    come: uniteAll(states.map((state) => state.added)),
    gone: uniteAll(states.map((state) => state.removed)),
    stayed: uniteAll(states.map((state) => state.changed)),
    present: uniteAll(placedAfter),
  })
  return filesIn(spread, ground, {
    pathOn: (cluster) => applicationPath(cluster, team, name),
    before: (variant) => oneFile(before && render.application(before, variant)),
    after: (variant) => oneFile(after && render.application(after, variant)),
  })
}

function oneFile(text: string | null): Texts {
  return new Map(text === null ? [] : [['', text]])
}

function teamFiles(team: TeamImpact, ground: Ground): SharedFile[] {
  const { sites, render, relocated } = ground
  const { name, before, after, arrived, left, stayed } = team
  const spread = spreadOf(sites, {
    come: arrived,
    gone: left,
    stayed: before === after ? intersect(stayed, relocated) : stayed,
    present: unite(arrived, stayed),
  })
  return filesIn(spread, ground, {
    pathOn: (cluster, file) => teamPath(cluster, name, file),
    before: (variant) => (before === null ? NO_TEXTS : render.team(before, variant)),
    after: (variant) => (after === null ? NO_TEXTS : render.team(after, variant)),
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

function filesIn({ added, removed, stayed }: Spread, ground: Ground, files: Files): SharedFile[] {
  const { variantsBefore, variantsAfter } = ground
  const before = renderedOnce(files.before)
  const after = renderedOnce(files.after)
  return [
    ...byVariant(added, variantsAfter).flatMap(({ variant, clusters }) =>
      filesOn(clusters, NO_TEXTS, after(variant), files),
    ),
    ...byVariant(removed, variantsBefore).flatMap(({ variant, clusters }) =>
      filesOn(clusters, before(variant), NO_TEXTS, files),
    ),
    ...byVariant(stayed, variantsBefore).flatMap((was) =>
      byVariant(was.clusters, variantsAfter).flatMap((is) =>
        filesOn(is.clusters, before(was.variant), after(is.variant), files),
      ),
    ),
  ]
}

function renderedOnce(render: Files['before']): Files['before'] {
  const rendered = new Map<Variant, Texts>()
  return (variant) => {
    const texts = rendered.get(variant) ?? render(variant)
    rendered.set(variant, texts)
    return texts
  }
}

function filesOn(clusters: Bits, before: Texts, after: Texts, { pathOn }: Files): SharedFile[] {
  return changedTexts(before, after).map(({ file, before, after }) => ({
    pathOn: (cluster) => pathOn(cluster, file),
    before,
    after,
    clusters,
  }))
}
