// The matrix of applications and clusters, as it is answered and as the portal shows it.
import { z } from 'zod'
import { MATRIX_COLOURS } from '#lib/domain/fleet/matrix-colours.ts'
import { clusterGrouping, selector, text, word } from '#lib/domain/lists/parameters.ts'
import { STATES } from '#lib/domain/observed/states.ts'

/** Which part of it is shown, and how. */
export const matrixChoices = z.object({
  namespace: text('Only applications of this team.'),
  appSelector: selector('A label selector over the applications.'),
  clusterSelector: selector('A label selector over the clusters.'),
  environment: text('The environment of the clusters.'),
  columnsBy: clusterGrouping('The label of the clusters that groups have in common:'),
  colour: word(MATRIX_COLOURS, 'What each cell says besides its state.'),
})

const count = z.number().int().min(0)

const counts = z.strictObject({
  placed: count,
  states: z.partialRecord(z.enum(STATES), count).nullable().meta({
    description:
      'With what is still there without being placed. Null: of that time they are too many to be looked at.',
  }),
})
export type MatrixCounts = z.output<typeof counts>

const pair = z.strictObject({
  placed: z.boolean().meta({ description: 'False: it is still there.' }),
  state: z.enum(STATES),
  version: z
    .strictObject({
      revision: z.string().nullable().meta({ description: 'Null: nobody knows.' }),
      number: count.nullable().meta({ description: 'Null: it was never announced.' }),
      name: z.string().nullable(),
      behind: count.nullable().meta({
        description: 'Versions that were announced after it; null: that isn’t known.',
      }),
    })
    .optional()
    .meta({ description: 'Where that is the colour.' }),
  lag_since: z.iso.datetime().nullable().optional().meta({
    description:
      'Where that is the colour: when what is wanted was accepted, if it isn’t there yet.',
  }),
  policies: z
    .array(z.string())
    .optional()
    .meta({ description: 'Where that is the colour: those that give it.' }),
})
export type MatrixPair = z.output<typeof pair>

const cell = z.strictObject({ pair: pair.optional(), counts: counts.optional() }).nullable().meta({
  description:
    '`pair` of an application and a cluster, `counts` where one of the two is a group. Null: nothing is placed or there.',
})

export type MatrixCell = z.output<typeof cell>

const axis = (member: string) =>
  z.strictObject({
    groups: z
      .array(
        z.strictObject({
          key: z.string().nullable().meta({ description: 'Null: those without the label.' }),
          selector: z.string().meta({
            description: 'The label selector of its members, by which it is opened and closed.',
          }),
          size: count,
          open: z.boolean(),
        }),
      )
      .meta({ description: 'All groups, each one line, and after it its members if it is open.' }),
    lines: z
      .array(
        z.strictObject({
          group: count.meta({ description: 'Its place among the groups.' }),
          name: z
            .string()
            .nullable()
            .meta({ description: `Of the ${member}; null: the line is the group.` }),
          counts: counts.nullable().meta({
            description: 'Of a group, over the whole other axis, unless they are left out.',
          }),
        }),
      )
      .meta({ description: 'Those of the window.' }),
  })
export type MatrixAxis = z.output<ReturnType<typeof axis>>

export const matrixSchema = z
  .strictObject({
    rows: axis('application, whose team is the key of its group'),
    columns: axis('cluster'),
    cells: z.array(z.array(cell)).meta({ description: 'By row, then by column.' }),
  })
  .meta({ id: 'Matrix' })
export type MatrixJson = z.output<typeof matrixSchema>

/** Lines of a window at most. */
export const MATRIX_ROWS_MAX = 100
export const MATRIX_COLUMNS_MAX = 200
