import { type LabelRow, mapOfRows, rowsOfMap, rowsProblem } from '#components/labels/label-rows.ts'
import type { FormSpec } from '#components/object-form/form-spec.ts'
import { type TypedSelector, textProblem } from '#components/selector/selector-rows.ts'
import type { KubectlRole } from '#lib/domain/objects/bound-roles.ts'
import type { JsonOfKind } from '#lib/domain/objects/object-json.ts'
import type { NetworkMode } from '#lib/domain/objects/objects.ts'
import { apiCollection } from '#lib/schemas/paths.ts'
import { selectorText } from '../selector-text.ts'
import { saveTeam } from './actions.ts'

export type GroupRow = { readonly id: string; readonly role: 'contributor' | 'reader' }

export type TeamValues = {
  readonly name: string
  readonly description: string
  readonly groups: readonly GroupRow[]
  /** A line each. */
  readonly source_repos: string
  /** Null: all clusters. */
  readonly cluster_boundary: TypedSelector | null
  readonly network: NetworkMode
  readonly kubectl: KubectlRole
  readonly quota: readonly LabelRow[]
}

export const NEW_TEAM: TeamValues = {
  name: '',
  description: '',
  groups: [{ id: '', role: 'contributor' }],
  source_repos: '',
  cluster_boundary: null,
  network: 'namespace',
  kubectl: 'view',
  quota: [],
}

export const teamSpec: FormSpec<TeamValues, JsonOfKind<'team'>> = {
  kind: 'team',
  collection: apiCollection('team'),
  save: saveTeam,
  valuesOf: (json) => ({
    name: json.name,
    description: json.description,
    groups: json.groups,
    source_repos: json.source_repos.join('\n'),
    cluster_boundary:
      json.cluster_boundary === undefined
        ? null
        : { text: selectorText(json.cluster_boundary), unfinished: null },
    network: json.network,
    kubectl: json.kubectl,
    quota: rowsOfMap(json.quota ?? {}),
  }),
  bodyOf: ({ groups, source_repos, cluster_boundary, quota, ...fields }) => {
    const entries = mapOfRows(quota)
    return {
      ...fields,
      groups: groups.filter(({ id }) => id.trim() !== ''),
      source_repos: source_repos
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
      ...(cluster_boundary && { cluster_boundary: cluster_boundary.text }),
      ...(Object.keys(entries).length > 0 && { quota: entries }),
    }
  },
  missing: ({ cluster_boundary, quota }) => {
    const boundary = cluster_boundary && boundaryProblem(cluster_boundary)
    const problem = rowsProblem(quota)
    return {
      ...(boundary !== null && { cluster_boundary: boundary }),
      ...(problem !== null && { quota: problem }),
    }
  },
  labels: {
    source_repos: 'repositories',
    cluster_boundary: 'clusters',
    kubectl: 'contributors’ kubectl',
  },
}

/** What is missing of a boundary; null: nothing. */
export function boundaryProblem({ text, unfinished }: TypedSelector): string | null {
  if (unfinished !== null) return unfinished
  return text.trim() === '' ? 'Choose which clusters the team may use.' : textProblem(text)
}
