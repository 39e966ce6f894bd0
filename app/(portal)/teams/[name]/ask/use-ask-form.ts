'use client'

import type { FieldReasons } from '#components/api.ts'
import { type LabelRow, mapOfRows, rowsOfMap, rowsProblem } from '#components/labels/label-rows.ts'
import { EMPTY_SELECTOR, selectorProblem } from '#components/object-form/controls.ts'
import type { TypedSelector } from '#components/selector/selector-rows.ts'
import { selectorText } from '#components/selector/selector-text.ts'
import type { LimitsJson, WishedFor } from '#lib/domain/objects/team-request.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import type { TeamWishBody } from '#lib/schemas/team-request.ts'
import { askForMore } from '../../../team-requests/actions.ts'
import { useAsking } from '../../../team-requests/use-asking.ts'

export type WishValues = {
  readonly asksFor: WishedFor
  readonly purpose: string
  readonly cluster_boundary: TypedSelector
  readonly quota: readonly LabelRow[]
  readonly 'cluster.name': string
  readonly 'cluster.environment': string
  readonly 'cluster.metadata': readonly LabelRow[]
}

const NO_CLUSTERS = 'Choose which clusters the team is to use.'

/** The form that asks for other limits than these of a team, or for a cluster. `clusters`: those that are wanted. */
export function useAskForm(
  team: string,
  limits: LimitsJson,
  { wished, clusters }: { wished: WishedFor | null; clusters: string | null },
) {
  const boundary = limits.cluster_boundary ? selectorText(limits.cluster_boundary) : null
  const isLimited = boundary !== null || limits.quota !== undefined
  return useAsking<WishValues, TeamWishBody>({
    start: {
      asksFor: wished ?? (isLimited ? 'limits' : 'cluster'),
      purpose: '',
      cluster_boundary: { ...EMPTY_SELECTOR, text: clusters ?? boundary ?? '' },
      quota: rowsOfMap(limits.quota ?? {}),
      'cluster.name': '',
      'cluster.environment': '',
      'cluster.metadata': [{ key: '', value: '' }],
    },
    named: ({ purpose, cluster_boundary: { text }, quota, ...values }) => ({
      purpose,
      clusters: text,
      quota,
      'the cluster': wantedCluster(values),
    }),
    bodyOf: (values) => ({
      purpose: values.purpose,
      ...(values.asksFor === 'cluster'
        ? { cluster: wantedCluster(values) }
        : otherLimits(values, boundary, limits.quota)),
    }),
    flawsOf: (values) => flawsOf(values, boundary !== null),
    isBegun: ({ purpose }) => purpose.trim() !== '',
    path: apiPaths.askForMore(team),
    send: (body) => askForMore({ team, body }),
  })
}

type ClusterValues = Pick<WishValues, 'cluster.name' | 'cluster.environment' | 'cluster.metadata'>

function wantedCluster(values: ClusterValues) {
  const name = values['cluster.name'].trim()
  return {
    ...(name !== '' && { name }),
    environment: values['cluster.environment'].trim(),
    metadata: mapOfRows(values['cluster.metadata']),
  }
}

/** What differs from what the team has. */
function otherLimits(
  { cluster_boundary: { text }, quota }: WishValues,
  boundary: string | null,
  had: LimitsJson['quota'] = {},
) {
  const other = Object.entries(mapOfRows(quota)).filter(([name, amount]) => had[name] !== amount)
  return {
    ...(boundary !== null && text !== boundary && { cluster_boundary: text }),
    ...(other.length > 0 && { quota: Object.fromEntries(other) }),
  }
}

function flawsOf(values: WishValues, hasBoundary: boolean): FieldReasons {
  const { asksFor, cluster_boundary: boundary, quota } = values
  const found =
    asksFor === 'cluster'
      ? { 'cluster.metadata': rowsProblem(values['cluster.metadata']) }
      : {
          cluster_boundary: hasBoundary ? selectorProblem(boundary, NO_CLUSTERS) : null,
          quota: rowsProblem(quota),
        }
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, flaw]) => (flaw === null ? [] : [[field, [flaw]]])),
  )
}
