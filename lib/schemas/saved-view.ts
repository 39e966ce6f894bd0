import { z } from 'zod'
import { canonicalQuery } from '#lib/domain/lists/list-query.ts'
import { accepted, type Checked, checked, type Issue } from '#lib/domain/text/issue.ts'
import { textIssues } from '#lib/domain/text/text.ts'
import { readShape } from './shape.ts'
import { VIEW_LISTS, viewFault } from './view-lists.ts'

const NAME_CHARACTERS_MAX = 100
/** Longer ones aren't addresses any more. */
const QUERY_CHARACTERS_MAX = 4_000

const query = z.string().meta({
  description: 'As in the address of the list in the portal.',
  examples: ['labelSelector=region%3Deast&sort=-since'],
})
const isDefault = z.boolean().meta({
  description: 'Whether the navigation of the portal leads to it; an owner has one of a list.',
})

export const savedViewInput = z
  .strictObject({
    list: z.enum([...VIEW_LISTS.keys()]),
    name: z.string(),
    namespace: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'The team that it is for; null: the caller.' }),
    query: query.default(''),
    is_default: isDefault.default(false),
  })
  .meta({ id: 'SavedViewInput' })

export const savedViewPatch = z
  .strictObject({ name: z.string(), query, is_default: isDefault })
  .partial()
  .meta({ id: 'SavedViewPatch' })

export const savedViewOutput = z
  .strictObject({
    id: z.uuid(),
    list: z.string(),
    name: z.string(),
    namespace: z
      .string()
      .nullable()
      .meta({ description: 'The team that it is for; null: the caller.' }),
    query,
    is_default: isDefault,
    fault: z.string().nullable().meta({
      description: 'Why this version can’t show it; null: it can.',
    }),
  })
  .meta({ id: 'SavedView' })
export type SavedViewJson = z.output<typeof savedViewOutput>

export type NewView = {
  readonly list: string
  readonly name: string
  /** Null: the caller's own. */
  readonly team: string | null
  readonly query: string
  readonly isDefault: boolean
}

/** A view as people save one, with every issue of its shape or else of its content. */
export function readNewView(json: unknown): Checked<NewView> {
  const shape = readShape(savedViewInput, json)
  if (!shape.ok) return shape
  const { list, namespace: team, is_default: isDefault } = shape.value
  const [name, query] = [shape.value.name.trim(), canonicalQuery(shape.value.query)]
  return checked({ list, name, team, query, isDefault }, [
    ...nameIssues(name),
    ...viewQueryIssues(list, query),
  ])
}

export type ViewChanges = Partial<Pick<NewView, 'name' | 'query' | 'isDefault'>>

/** What is to be different about a view. Whether its list takes the query is not known here. */
export function readViewChanges(json: unknown): Checked<ViewChanges> {
  const shape = readShape(savedViewPatch, json)
  if (!shape.ok) return shape
  const { name, query, is_default: isDefault } = shape.value
  const changes = {
    ...(name !== undefined && { name: name.trim() }),
    ...(query !== undefined && { query: canonicalQuery(query) }),
    ...(isDefault !== undefined && { isDefault }),
  }
  return changes.name === undefined ? accepted(changes) : checked(changes, nameIssues(changes.name))
}

function nameIssues(name: string): readonly Issue[] {
  if (name === '') return [{ path: ['name'], code: 'required', reason: 'This field is required.' }]
  return textIssues(name, ['name'], { charactersMax: NAME_CHARACTERS_MAX, lineBreaks: false })
}

export function viewQueryIssues(list: string, query: string): readonly Issue[] {
  const fault =
    query.length > QUERY_CHARACTERS_MAX
      ? `At most ${QUERY_CHARACTERS_MAX} characters are allowed here.`
      : viewFault(list, query)
  return fault === null ? [] : [{ path: ['query'], code: 'view_query', reason: fault }]
}
