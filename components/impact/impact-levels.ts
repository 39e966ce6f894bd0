// How the pairs of an impact are grouped, and which pairs are in a group.
import { formatTerm } from '#lib/domain/labels/selector-format.ts'
import type { Term } from '#lib/domain/labels/selector.ts'
import type { PairsWanted } from './impact-request.ts'

export type Level = {
  /** The API's word for what the pairs of a group have in common. */
  readonly by: string
  /** What groups are called that lack it. */
  readonly none: string
  /** Those of the pairs that are in the group. */
  readonly within: (pairs: PairsWanted, key: string | null) => PairsWanted
}

const REGION_KEYS = ['region', 'topology.kubernetes.io/region']

/** By where the clusters are, as far as their labels say; else by whose applications they are. */
export function levelsFor(clusterKeys: readonly string[]): readonly Level[] {
  const region = REGION_KEYS.find((key) => clusterKeys.includes(key))
  const places = [
    ...(clusterKeys.includes('environment') ? [clusterLevel('environment', 'environment')] : []),
    ...(region === undefined ? [] : [clusterLevel(`label:${region}`, region)]),
  ]
  return places.length > 0 ? places : [TEAM, APPLICATION]
}

function clusterLevel(by: string, key: string): Level {
  return {
    by,
    none: `no ${key}`,
    within: (pairs, value) => ({
      ...pairs,
      clusterSelector: both(pairs.clusterSelector, labelled(key, value)),
    }),
  }
}

const TEAM: Level = {
  by: 'team',
  none: 'no team',
  within: (pairs, team) => ({
    ...pairs,
    appSelector: both(pairs.appSelector, labelled('namespace', team)),
  }),
}

const APPLICATION: Level = {
  by: 'application',
  none: 'no application',
  within: (pairs, key) => ({
    ...pairs,
    appSelector: both(pairs.appSelector, labelled('name', key?.split('/')[1] ?? null)),
  }),
}

function labelled(key: string, value: string | null): Term {
  return value === null
    ? { key, operator: '!exists', values: [] }
    : { key, operator: '=', values: [value] }
}

function both(selector: string | undefined, term: Term): string {
  return selector === undefined ? formatTerm(term) : `${selector},${formatTerm(term)}`
}
