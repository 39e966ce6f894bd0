import { describe, expect, it } from 'vitest'
import { dnsLabelIssues, joinableNameIssues, policyNameIssues, teamNameIssues } from './names.ts'

const configured = [
  'cert-manager',
  'ingress-nginx',
  'monitoring',
  'flux-*',
  'cattle-*',
  'a-*-z',
  'x*y*y*z',
]
const rules = [
  { rule: 'cluster', issues: (name: string) => dnsLabelIssues(name, ['name']) },
  { rule: 'application', issues: (name: string) => joinableNameIssues(name, ['name']) },
  { rule: 'policy', issues: (name: string) => policyNameIssues(name, ['name']) },
  { rule: 'team', issues: (name: string) => teamNameIssues(name, configured) },
]

function codes(issues: readonly { readonly code: string }[]): readonly string[] {
  return issues.map((issue) => issue.code)
}

describe.each(rules)('the name of a $rule', ({ issues }) => {
  it.each(['a', '0', 'app1', 'east-nsw-newcastle-01', 'ieb', 'constructor', 'a'.repeat(63)])(
    'may be %s',
    (name) => {
      expect(issues(name)).toEqual([])
    },
  )

  it.each([
    '',
    'a'.repeat(64),
    '-a',
    'a-',
    'A_B',
    'a..b',
    '__proto__',
    'toString',
    'a b',
    'a/b',
    'a.',
  ])('may not be %j', (name) => {
    expect(codes(issues(name))).toEqual(['name_format'])
  })

  it.each([
    ['аpp', 'U+0430'],
    ['app\u200b', 'U+200B'],
    ['\u202egpj.exe', 'U+202E'],
    ['ａｐｐ', 'U+FF41'],
    ['a\n', 'U+000A'],
    ['😀', 'U+1F600'],
  ])('shows the code point of the foreign character in %j', (name, codePoint) => {
    const found = issues(name)
    expect(codes(found)).toEqual(['name_charset'])
    expect(found[0]?.reason).toContain(codePoint)
  })

  it('may not hold what cannot be stored', () => {
    expect(codes(issues('a\0'))).toEqual(['control_char'])
    expect(codes(issues('a\ud800'))).toEqual(['invalid_unicode'])
  })
})

it('lets policies alone hold an underscore', () => {
  expect(policyNameIssues('app1_to_east', ['name'])).toEqual([])
  expect(codes(policyNameIssues('_a', ['name']))).toEqual(['name_format'])
  expect(codes(dnsLabelIssues('app1_to_east', ['name']))).toEqual(['name_format'])
})

it('keeps -- out of the names that it joins', () => {
  expect(codes(joinableNameIssues('a--b', ['name']))).toEqual(['name_format'])
  expect(codes(teamNameIssues('a--b', []))).toEqual(['name_format'])
  expect(dnsLabelIssues('a--b', ['name'])).toEqual([])
})

describe('reserved team names', () => {
  it.each([
    'default',
    'argocd',
    'berth',
    'berth-x',
    'kube-system',
    'kube-public',
    'my-system',
    'openshift-x',
    'monitoring',
    'flux-x',
    'a-b-z',
    'x-y-y-z',
    'xyyz',
  ])('refuses %s', (name) => {
    expect(codes(teamNameIssues(name, configured))).toEqual(['name_reserved'])
  })

  it.each([
    'defaults',
    'my-argocd',
    'berthing',
    'kube',
    'system',
    'monitoring2',
    'flux',
    'a-z',
    'b-a-x-z',
    'x-y-z',
  ])('accepts %s, which only resembles one', (name) => {
    expect(teamNameIssues(name, configured)).toEqual([])
  })

  it('apply to teams only', () => {
    expect(joinableNameIssues('monitoring', ['name'])).toEqual([])
    expect(dnsLabelIssues('kube-system', ['name'])).toEqual([])
  })
})
