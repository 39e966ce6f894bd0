import { describe, expect, it } from 'vitest'
import { parseJsonDocument } from './json-document.ts'

const codeOf = (text: string) => {
  const parsed = parseJsonDocument(text)
  return parsed.ok ? null : parsed.issues[0]?.code
}

describe('a JSON text from outside', () => {
  it.each([
    ['{"a":1,"a":2}', 'duplicate_key'],
    ['{"a":{"b":1,"c":{"b":2}},"b":1}', null],
    ['[{"a":1},{"a":2}]', null],
    ['{"a":"a","b":"a"}', null],
    ['{"a\\u0062":1,"ab":2}', 'duplicate_key'],
    ['{"__proto__":{"role":"admin"}}', 'forbidden_key'],
    ['{"a":[{"__proto__":1}]}', 'forbidden_key'],
    ['{"constructor":{"prototype":{"role":"admin"}}}', 'forbidden_key'],
    ['{"constructor":"a label of that name"}', null],
    ['{"prototype":"a label of that name"}', null],
    ['{"n":12345678901234567890}', 'number_range'],
    ['{"n":1e999}', 'number_range'],
    ['{"n":1.5}', null],
    ['{"a":1,}', 'malformed_json'],
    ['{"a":1} // note', 'malformed_json'],
    ['', 'malformed_json'],
    ["{'a':1}", 'malformed_json'],
  ])('%s is answered with %s', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })

  it('is refused for its depth without being followed down', () => {
    expect(codeOf('['.repeat(200_000) + ']'.repeat(200_000))).toBe('json_depth')
    expect(codeOf('['.repeat(64) + ']'.repeat(64))).toBe(null)
  })

  it('never changes an object prototype', () => {
    parseJsonDocument('{"__proto__":{"polluted":true}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
