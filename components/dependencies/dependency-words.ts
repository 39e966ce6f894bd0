// What applications need of each other, as people read it.
import { environmentOfPlace } from '#lib/domain/objects/application/dependency-place.ts'
import { counted } from '#lib/domain/text/counted.ts'
import type { DependenciesJson } from '#lib/schemas/dependencies.ts'
import { pagePaths, withQuery } from '#lib/schemas/paths.ts'

export type NeededApplication = DependenciesJson['applications'][number]
export type DependencyEdge = DependenciesJson['edges'][number]

const OF_ANOTHER_TEAM = 'An application of another team'

/** Its name, or what is told of those that the reader may not see. */
export function applicationTitle({ namespace, name, size }: NeededApplication): string {
  if (namespace !== null && name !== null) return `${namespace}/${name}`
  return size === 1 ? OF_ANOTHER_TEAM : `${size.toLocaleString('en')} applications of other teams`
}

/** The page of its dependencies; null: the reader may not see it, or it is deleted. */
export function dependenciesHref({ namespace, name, missing }: NeededApplication): string | null {
  if (namespace === null || name === null || missing) return null
  return withQuery(pagePaths.application(namespace, name), { tab: 'dependencies' })
}

type Asked = {
  readonly on: string | null
  readonly min_version?: string | null | undefined
  readonly healthy: boolean | null
}

/** What is asked of an application that is needed; null: that isn't told. */
export function askedText({ on, min_version: least, healthy }: Asked): string | null {
  if (on === null) return null
  const version = least ? `${least} or later, ` : ''
  const environment = environmentOfPlace(on)
  if (environment) return `${version}in environment ${environment}`
  return `${version}${healthy ? 'healthy on the same cluster' : 'on the same cluster'}`
}

/** There is room for so many letters between two columns. */
const LABEL_MAX = 10

/** What stands at an edge: the version that is needed at least, or else the environment; null: nothing does. */
export function edgeLabel({ on, min_version: least }: DependencyEdge): string | null {
  const environment = on === null ? null : environmentOfPlace(on)
  const label = least ? `≥ ${least}` : environment && `in ${environment}`
  if (!label) return null
  return label.length > LABEL_MAX ? `${label.slice(0, LABEL_MAX)}…` : label
}

/** What one that needs another asks of it; null: that isn't told. */
export function neededText(asked: Asked): string | null {
  const text = askedText(asked)
  return text && `needs it ${text}`
}

/** How far what is placed of it has come; null: that isn't told. */
export function standingText({ clusters, behind, missing }: NeededApplication): string | null {
  if (missing) return 'deleted'
  if (clusters === null || behind === null) return null
  if (behind > 0) return `waits on ${behind.toLocaleString('en')} of ${clustersText(clusters)}`
  return clusters === 0 ? 'placed nowhere' : `on ${clustersText(clusters)}`
}

function clustersText(count: number): string {
  return counted(count, 'cluster')
}
