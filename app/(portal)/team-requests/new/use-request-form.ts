'use client'

import type { FieldReasons } from '#components/api.ts'
import { selectorProblem } from '#components/object-form/controls.ts'
import { type GroupRow, namedGroups } from '#components/object-form/group-rows.ts'
import type { TypedSelector } from '#components/selector/selector-rows.ts'
import { apiPaths } from '#lib/schemas/paths.ts'
import { askForTeam } from '../actions.ts'
import { useAsking } from '../use-asking.ts'

export type RequestValues = {
  readonly name: string
  readonly groups: readonly GroupRow[]
  readonly purpose: string
  /** Null: any cluster. */
  readonly cluster_boundary: TypedSelector | null
}

const NO_CLUSTERS = 'Choose which clusters the team may use.'

/** Whoever is in more groups chooses: some of so many hold people who have nothing to do with the team. */
const TICKED_MAX = 5

function startValues(own: readonly string[]): RequestValues {
  const groups = own.length === 0 ? [''] : own.length > TICKED_MAX ? [] : own
  return {
    name: '',
    groups: groups.map((id) => ({ id, role: 'contributor' })),
    purpose: '',
    cluster_boundary: null,
  }
}

function bodyOf({ groups, cluster_boundary, ...fields }: RequestValues) {
  return {
    ...fields,
    groups: [...namedGroups(groups)],
    ...(cluster_boundary && { cluster_boundary: cluster_boundary.text }),
  }
}

function flawsOf({ cluster_boundary: boundary }: RequestValues): FieldReasons {
  const flaw = boundary && selectorProblem(boundary, NO_CLUSTERS)
  return flaw === null ? {} : { cluster_boundary: [flaw] }
}

/** The form that asks for a new team. `own`: the asker's groups. */
export function useRequestForm(own: readonly string[]) {
  return useAsking({
    start: startValues(own),
    named: ({ cluster_boundary: clusters, ...values }) => ({ ...values, clusters }),
    bodyOf,
    flawsOf,
    isBegun: ({ name }) => name !== '',
    path: apiPaths.teamRequests,
    send: askForTeam,
  })
}
