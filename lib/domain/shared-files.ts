// The files that an edit touches alike on many clusters: one Application a placement, and the team's files where the team is.
import { NO_BITS, intersect, isEmpty, subtract, unite, uniteAll } from './bits.ts'
import type { Bits } from './bits.ts'
import { NO_TEXTS, changedTexts } from './file-change.ts'
import type { FileRenderer, Texts } from './file-change.ts'
import { applicationOf } from './impact.ts'
import type { ApplicationImpact, Impact } from './impact.ts'
import type { Sites } from './impact-sites.ts'
import type { TeamImpact } from './impact-teams.ts'
import { applicationPath, teamPath } from './repository-paths.ts'
import { placementsOf } from './targeting.ts'

/** One file that is touched alike, with the same texts, on every cluster of a set. */
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
  readonly before: () => Texts
  readonly after: () => Texts
}

export function sharedFilesOf(impact: Impact, sites: Sites, render: FileRenderer): SharedFile[] {
  const byName = Map.groupBy(impact.applications, (each) => {
    const { team, name } = applicationOf(each)
    return `${team}/${name}`
  })
  return [
    ...[...byName.values()].flatMap((states) => applicationFiles(impact, states, sites, render)),
    ...impact.teams.flatMap((team) => teamFiles(team, sites, render)),
  ]
}

/** `states`: one, or two of an application that is deleted and created again under its name. */
function applicationFiles(
  impact: Impact,
  states: readonly ApplicationImpact[],
  sites: Sites,
  render: FileRenderer,
): SharedFile[] {
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
  return filesIn(spread, {
    pathOn: (cluster) => applicationPath(cluster, team, name),
    before: () => oneFile(before && render.application(before)),
    after: () => oneFile(after && render.application(after)),
  })
}

function oneFile(text: string | null): Texts {
  return new Map(text === null ? [] : [['', text]])
}

function teamFiles(team: TeamImpact, sites: Sites, render: FileRenderer): SharedFile[] {
  const { name, before, after, arrived, left, stayed } = team
  const spread = spreadOf(sites, {
    come: arrived,
    gone: left,
    stayed: before === after ? NO_BITS : stayed,
    present: unite(arrived, stayed),
  })
  return filesIn(spread, {
    pathOn: (cluster, file) => teamPath(cluster, name, file),
    before: () => (before === null ? NO_TEXTS : render.team(before)),
    after: () => (after === null ? NO_TEXTS : render.team(after)),
  })
}

/**
 * On a cluster that stays on its branch, what comes and goes under one path stays. On the new branch of a cluster that
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

function filesIn({ added, removed, stayed }: Spread, files: Files): SharedFile[] {
  const before = isEmpty(removed) && isEmpty(stayed) ? NO_TEXTS : files.before()
  const after = isEmpty(added) && isEmpty(stayed) ? NO_TEXTS : files.after()
  return [
    ...filesOn(added, NO_TEXTS, after, files),
    ...filesOn(removed, before, NO_TEXTS, files),
    ...filesOn(stayed, before, after, files),
  ]
}

function filesOn(clusters: Bits, before: Texts, after: Texts, { pathOn }: Files): SharedFile[] {
  if (isEmpty(clusters)) return []
  return changedTexts(before, after).map(({ file, before, after }) => ({
    pathOn: (cluster) => pathOn(cluster, file),
    before,
    after,
    clusters,
  }))
}
