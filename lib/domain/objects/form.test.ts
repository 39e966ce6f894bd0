import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { jsonOfFields, valueOfField } from '#components/object-form/field-json.ts'
import { kinds as examples } from '#lib/http/testing/bodies.ts'
import { readSentObject } from '#lib/schemas/sent-object.ts'
import type { FormField } from './form.ts'
import { isKind, isLabelled, type Kind, KINDS, kinds } from './kinds.ts'
import { codecs, objectJson } from './object-json.ts'

/** Fields of `source` besides its type: a control of its own says that, and how a directory in Git is rendered. */
const SOURCE_FIELDS = [
  '',
  '.render',
  '.chart',
  '.version',
  '.digest',
  '.release_name',
  '.values',
  '.config_under',
]

/** The fields that people may send, and those in an object of them as they are answered. */
function fieldNames(kind: Kind): readonly string[] {
  const { input, output } = codecs[kind]
  const { status: _, ...fields } = shapeOf(input)
  const within = forms[kind].flatMap(({ field }) => field.split('.').slice(0, -1))
  return Object.keys(fields).flatMap((field) => {
    if (field === 'source') return SOURCE_FIELDS.map((inner) => `${field}${inner}`)
    return within.includes(field)
      ? Object.keys(shapeOf(shapeOf(output)[field])).map((inner) => `${field}.${inner}`)
      : [field]
  })
}

const forms = Object.fromEntries(
  KINDS.map((kind) => [kind, kinds[kind].form.flat()]),
) as unknown as Readonly<Record<Kind, readonly FormField[]>>

function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  return schema instanceof z.ZodObject ? schema.shape : {}
}

/** An object with what one field says; null: nothing. */
function readWith(kind: Kind, field: string, value: string | null) {
  const { body } = examples[kind]
  const { [field]: _, ...without } = body
  const said = value === null ? {} : jsonOfFields([[field, value]])
  return readSentObject(kind, { ...without, ...said }, [])
}

function isRefused(kind: Kind, field: string, value: string): boolean {
  const read = readWith(kind, field, value)
  return !read.ok && read.issues.some(({ path }) => path.join('.') === field)
}

describe.each(KINDS)('the form of a %s', (kind) => {
  const fields = forms[kind]

  it('has each field that people may send, once', () => {
    expect(fields.map(({ field }) => field).sort()).toEqual([...fieldNames(kind)].sort())
  })

  it('offers the choices that there are, and the default first', () => {
    for (const { field, ...control } of fields) {
      if (control.control !== 'choice') continue
      const values = control.choices.map(({ value }) => value)
      expect(readWith(kind, field, 'no such choice').ok, field).toBe(false)
      expect(values.filter((value) => isRefused(kind, field, value))).toEqual([])
      const read = readWith(kind, field, null)
      // The example is a directory in Git, which has no `source`.
      if (read.ok && !field.startsWith('source.'))
        expect(valueOfField({ ...objectJson(read.value) }, field)).toBe(values[0])
    }
  })

  it('names no field, setting or kind that doesn’t exist', () => {
    for (const field of fields) {
      if (field.control === 'labels') {
        expect(fieldNames(kind)).toEqual(expect.arrayContaining([...field.derived]))
      }
      if (field.control === 'selector' || field.control === 'limit') {
        expect(isKind(field.of) && isLabelled(field.of)).toBe(true)
      }
      if (field.control === 'override') expect(fieldNames('cluster-type')).toContain(field.setting)
    }
  })
})
