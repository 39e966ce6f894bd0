import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isKind, isLabelled, KINDS, kinds } from './kinds.ts'
import { codecs } from './object-json.ts'

/** The schema of each field that people may send. */
function sentFields(kind: keyof typeof codecs): Readonly<Record<string, z.ZodType>> {
  const { input } = codecs[kind]
  const { status: _, ...fields } = input instanceof z.ZodObject ? input.shape : {}
  return fields
}

describe.each(KINDS)('the form of a %s', (kind) => {
  const fields = kinds[kind].form.flat()

  it('has each field that people may send, once', () => {
    expect(fields.map(({ field }) => field).sort()).toEqual(Object.keys(sentFields(kind)).sort())
  })

  it('offers the choices that there are, and the default first', () => {
    for (const field of fields) {
      if (field.control !== 'choice') continue
      const schema = sentFields(kind)[field.field]!
      const values = field.choices.map(({ value }) => value || undefined)
      expect(schema.safeParse('no such choice').success).toBe(false)
      expect(values.filter((value) => !schema.safeParse(value).success)).toEqual([])
      expect(schema.parse(undefined)).toBe(values[0])
    }
  })

  it('names no field or kind that doesn’t exist', () => {
    for (const field of fields) {
      if (field.control === 'labels') {
        expect(Object.keys(sentFields(kind))).toEqual(expect.arrayContaining([...field.derived]))
      }
      if (field.control === 'selector' || field.control === 'limit') {
        expect(isKind(field.of) && isLabelled(field.of)).toBe(true)
      }
    }
  })
})
