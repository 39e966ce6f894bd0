// The objects of each kind.
import { isLabelled, type Kind, kinds } from '#lib/domain/objects/kinds.ts'
import { labelsOf } from '#lib/domain/objects/object-json.ts'
import { type ObjectParameters, objectParametersOf } from '#lib/schemas/object-parameters.ts'
import { objectFilter } from '#lib/usecases/objects/read.ts'
import { facetFields } from '#lib/usecases/objects/facets.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { byParameter, defineList, type ListFacets, type RowForms } from './list.ts'
import { objectPosition } from './positions.ts'

/** A list of one kind. */
export const objectList = (kind: Kind) =>
  defineList({
    parameters: objectParametersOf(kind),
    facets: facetsOfKind(kind),
    position: objectPosition,
    useCase: objectUseCases[kind].list,
    input: (query: ObjectParameters, window) => ({ ...window, filter: objectFilter(query) }),
  })

function facetsOfKind(kind: Kind): ListFacets | undefined {
  const parameters = Object.entries(facetFields(kind))
  if (!isLabelled(kind) && parameters.length === 0) return undefined
  const fields = Object.fromEntries(parameters.map(([by, name]) => [by, byParameter(name)]))
  const labels = isLabelled(kind) ? { label: { kind, parameter: 'labelSelector' } } : {}
  return { fields, labels }
}

export const objectRows = (kind: Kind): RowForms<Representation> => ({
  json: ({ json }) => json,
  columns: { ...columnsOf(kinds[kind].columns), ...observedColumns(kind) },
  labels: kinds[kind].labelled ? { label: ({ object }) => labelsOf(object) } : {},
})

function columnsOf(names: readonly string[]): Record<string, (item: Representation) => unknown> {
  return Object.fromEntries([
    ...names.map(
      (name) => [name, ({ json }: Representation): unknown => Reflect.get(json, name)] as const,
    ),
    ['since', ({ json }: Representation) => json.status.since] as const,
  ])
}

function observedColumns(kind: Kind): Record<string, (item: Representation) => unknown> {
  const names = { cluster: ['state', 'freshness', 'observed_at'], application: ['state'] } as const
  if (kind !== 'cluster' && kind !== 'application') return {}
  const columns = Object.fromEntries(
    names[kind].map((name) => [name, ({ json }: Representation) => json.status[name]]),
  )
  if (kind === 'application') return columns
  return { ...columns, planned_silence_until: silentUntil }
}

function silentUntil({ json }: Representation): string | undefined {
  return json.status.planned_silence?.until
}
