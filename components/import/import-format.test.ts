import { describe, expect, it } from 'vitest'
import { formatOf, placeOf } from './import-format.ts'

describe('the format of a text', () => {
  it.each([
    ['name,environment\na,prod', 'csv'],
    ['\uFEFF"environment","name"\r\n', 'csv'],
    ['name', 'csv'],
    ['[{"kind":"Team"}]', 'json'],
    ['\n {"kind":"Team"}', 'json'],
    ['apiVersion: berth.dev/v1\nkind: Team\n', 'yaml'],
    ['# name, of a team\nkind: Team', 'yaml'],
    ['', 'yaml'],
  ])('of %j is %s', (text, format) => {
    expect(formatOf(text)).toBe(format)
  })
})

it.each([
  ['csv', '3.metadata.region', 'Row 3, column metadata.region'],
  ['csv', '', 'The text'],
  ['yaml', '0.spec.repo_url', 'Document 1, spec.repo_url'],
  ['json', '11', 'Document 12'],
  ['yaml', '', 'The text'],
] as const)('a flaw of %s at %j is at: %s', (format, path, place) => {
  expect(placeOf(format, path)).toBe(place)
})
