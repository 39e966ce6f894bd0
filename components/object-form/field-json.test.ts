import { expect, it } from 'vitest'
import { jsonOfFields, valueOfField } from './field-json.ts'

it('reads a field where it is, and what the JSON lacks as nothing', () => {
  const json = { name: 'edge', settings: { namespace: null, default_project: 'empty' }, none: null }
  expect(valueOfField(json, 'name')).toBe('edge')
  expect(valueOfField(json, 'settings.default_project')).toBe('empty')
  expect(valueOfField(json, 'settings.namespace')).toBeNull()
  for (const lacking of ['other', 'settings.other', 'name.length', 'none.inner', 'other.inner']) {
    expect(valueOfField(json, lacking), lacking).toBeUndefined()
  }
})

it('writes each field to where it is read', () => {
  const values = [
    ['settings.namespace', 'gitops'],
    ['name', 'edge'],
    ['settings.default_project', 'empty'],
  ] as const
  const json = jsonOfFields(values)
  expect(json).toEqual({
    name: 'edge',
    settings: { namespace: 'gitops', default_project: 'empty' },
  })
  for (const [field, value] of values) expect(valueOfField(json, field)).toBe(value)
})
