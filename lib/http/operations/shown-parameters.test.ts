// OpenAPI shows the `meta` of a parameter, and its schema reads the text. These tests compare the two.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { operations } from './operations.ts'

const rows = operations.flatMap(({ id, query }) =>
  Object.entries(query.shape).map(([name, schema]: [string, z.ZodType]) => ({ id, name, schema })),
)

type Shown = Readonly<{
  type: string
  description: string
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}>

/** Texts that OpenAPI shows as accepted, and texts that it shows as refused. */
function examplesOf({ type, enum: words, minimum, maximum, maxLength }: Shown) {
  if (type === 'array') return { taken: [[], ['a', 'b']], refused: [['a\u0000']] }
  if (type === 'boolean') return { taken: ['true', 'false'], refused: ['', '1', 'TRUE'] }
  if (words) return { taken: words, refused: ['', 'another', `${words[0]} `] }
  if (type === 'integer') {
    const ends = [minimum, maximum].filter((end) => end !== undefined)
    const beyond = [minimum! - 1, ...(maximum === undefined ? [] : [maximum + 1])]
    return { taken: ends.map(String), refused: ['', '1.5', '1e1', ' 1', ...beyond.map(String)] }
  }
  if (maxLength === undefined) return { taken: [], refused: [] }
  return { taken: ['', 'a'.repeat(maxLength)], refused: ['a'.repeat(maxLength + 1), 'a\u0000'] }
}

describe('what OpenAPI shows of a parameter', () => {
  it.each(rows)('is what $id takes as $name', ({ schema }) => {
    const shown = z.globalRegistry.get(schema) as Shown
    expect(['string', 'integer', 'boolean', 'array']).toContain(shown.type)
    expect(shown.description).toMatch(/\.$/)
    const { taken, refused } = examplesOf(shown)
    for (const given of taken) expect(schema.safeParse(given).success, String(given)).toBe(true)
    for (const given of refused) expect(schema.safeParse(given).success, String(given)).toBe(false)
  })

  it.each(rows)('of $id is what $name is where nothing is said', ({ schema }) => {
    const shown = z.globalRegistry.get(schema) as Shown
    const absent = schema.safeParse(undefined)
    if (shown.description.includes('(required)')) expect(absent.success).toBe(false)
    else expect(absent.success).toBe(true)
    if ('default' in shown) {
      expect(absent.data).toEqual(schema.parse(String(shown.default)))
    }
  })
})
