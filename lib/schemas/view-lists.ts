// The lists of the portal that views are saved of, and what the address of each may say.
import type { z } from 'zod'
import {
  alertParameters,
  auditParameters,
  changeParameters,
  deploymentParameters,
  placementParameters,
} from '#lib/domain/lists/list-parameters.ts'
import { queryFault } from '#lib/domain/lists/list-query.ts'
import { KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import { listWindow } from './list-window.ts'
import { matrixChoices } from './matrix.ts'
import { objectParametersOf } from './object-parameters.ts'
import { listPath, pagePaths } from './paths.ts'

type ViewedList = { readonly path: string; readonly parameters: z.ZodObject }

/** By the name that the API gives the list. */
export const VIEW_LISTS: ReadonlyMap<string, ViewedList> = new Map([
  ...KINDS.map((kind): [string, ViewedList] => [
    kinds[kind].collection,
    { path: listPath(kind), parameters: objectParametersOf(kind) },
  ]),
  ['placements', { path: pagePaths.placements, parameters: placementParameters }],
  ['history', { path: pagePaths.history, parameters: deploymentParameters }],
  ['changes', { path: pagePaths.changes, parameters: changeParameters(KINDS) }],
  ['alerts', { path: pagePaths.alerts, parameters: alertParameters }],
  ['audit', { path: pagePaths.audit, parameters: auditParameters }],
  ['matrix', { path: pagePaths.matrix, parameters: matrixChoices }],
])

/** Why a list can't be shown by this query, in a sentence; null: it can. */
export function viewFault(list: string, query: string): string | null {
  const viewed = VIEW_LISTS.get(list)
  if (viewed === undefined) return `There is no list ${JSON.stringify(list)}.`
  return queryFault(list, viewed.parameters.extend(listWindow.shape), query)
}
