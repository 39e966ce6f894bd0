import { describe, expect, it } from 'vitest'
import { descriptionIssues, quoted, textIssues } from './text.ts'

function codes(issues: readonly { readonly code: string }[]): readonly string[] {
  return issues.map((issue) => issue.code)
}

describe('a description', () => {
  it.each([
    '',
    'Edge Store for App Deployment in East Australia',
    'x\n---\nkind: ClusterRoleBinding',
    'x\n\nChange-Id: 1',
    '<img src=x onerror=alert(1)>',
    '{{7*7}}',
    '${7*7}',
    '\ttab, 日本語, 😀, é',
    'x'.repeat(2000),
  ])('may be %j', (description) => {
    expect(descriptionIssues(description)).toEqual([])
  })

  it.each([
    ['x'.repeat(2001), 'too_long'],
    ['\u0301'.repeat(1_000_000), 'too_long'],
    ['a\0', 'control_char'],
    ['\u001b[31m', 'control_char'],
    ['a\rb', 'control_char'],
    ['\u007f', 'control_char'],
    ['\u009b', 'control_char'],
    ['\ud800', 'invalid_unicode'],
    ['\udc00\ud800', 'invalid_unicode'],
  ])('may not be %.20j', (description, code) => {
    expect(codes(descriptionIssues(description))).toEqual([code])
  })

  it('reports everything that is wrong with it', () => {
    expect(codes(descriptionIssues(`\0\ud800\u0007${'x'.repeat(2000)}`)).toSorted()).toEqual([
      'control_char',
      'control_char',
      'invalid_unicode',
      'too_long',
    ])
  })
})

it('refuses line breaks and tabs where a text is one line', () => {
  const rule = { charactersMax: 10, lineBreaks: false }
  expect(codes(textIssues('a\nb', ['x'], rule))).toEqual(['control_char'])
  expect(codes(textIssues('a\tb', ['x'], rule))).toEqual(['control_char'])
})

it('shows input bounded and with nothing hidden in it', () => {
  expect(quoted('аpp\u202e\n\ud800')).toBe('"<U+0430>pp<U+202E><U+000A><U+D800>"')
  expect(quoted('x'.repeat(1000))).toBe(`"${'x'.repeat(60)}..."`)
})
