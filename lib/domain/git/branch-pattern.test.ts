import { describe, expect, it } from 'vitest'
import type { Cluster } from '#lib/domain/objects/objects.ts'
import type { Checked } from '#lib/domain/text/issue.ts'
import { proposedRef } from './pull-request.ts'
import {
  branchesConflict,
  branchIssues,
  branchOf,
  parseBranchPattern,
  reservedBranchIssues,
  shardOf,
} from './branch-pattern.ts'

function cluster(name: string, environment: string, labels: Record<string, string> = {}): Cluster {
  const nothing = {
    description: '',
    shortName: '',
    type: null,
    defaultProject: null,
    argocdNamespace: null,
    confinement: 'account',
  } as const
  return { kind: 'cluster', name, environment, labels: new Map(Object.entries(labels)), ...nothing }
}

/** The branch, or the codes of the issues. */
function branch(pattern: string, of: Cluster, shards = 100): string | readonly string[] {
  const parsed = parseBranchPattern(pattern)
  return parsed.ok ? outcome(branchOf(parsed.value, shards, of)) : codes(parsed)
}

function outcome(result: Checked<string>): string | readonly string[] {
  return result.ok ? result.value : codes(result)
}

function codes(result: Checked<unknown>): readonly string[] {
  return result.ok ? [] : result.issues.map((issue) => issue.code)
}

const east = cluster('east-01', 'prod', { region: 'east', 'example.com/site': 'nsw', shard: 'own' })

describe('a branch pattern', () => {
  it.each([
    ['main', 'main'],
    ['fleet/{environment}', 'fleet/prod'],
    ['{name}', 'east-01'],
    ['{environment}-{region}/{name}', 'prod-east/east-01'],
    ['site/{example.com/site}', 'site/nsw'],
    ['{region}{region}', 'easteast'],
  ])('%s puts the cluster on %s', (pattern, expected) => {
    expect(branch(pattern, east)).toBe(expected)
  })

  it('takes {shard} from the name, whatever label of that key the cluster has', () => {
    expect(branch('fleet/{shard}', east)).toBe(`fleet/${shardOf('east-01', 100)}`)
  })

  it.each(['{', '}', 'a}{b', '{}', '{a', 'a}', '{{a}}', '{ a }', '{a b}', '{-a}', '{a/b/c}'])(
    'is refused with braces that enclose no label key: %s',
    (pattern) => {
      expect(new Set(codes(parseBranchPattern(pattern)))).toEqual(
        new Set(['branch_pattern_format']),
      )
    },
  )

  it.each([
    '',
    '-x',
    'a b',
    '/{name}',
    '{name}/',
    '{name}.lock',
    '..{name}',
    '{name}..',
    'refs/heads/{name}',
    'HEAD',
  ])('is refused when no value of a label makes it a branch: %j', (pattern) => {
    expect(codes(parseBranchPattern(pattern))).toEqual(['branch_format'])
  })

  it('tells every bad placeholder', () => {
    expect(codes(parseBranchPattern('{a b}/{}'))).toEqual([
      'branch_pattern_format',
      'branch_pattern_format',
    ])
  })
})

describe('the branch of a cluster', () => {
  it('is missing one issue for each label that the cluster lacks', () => {
    expect(branch('{environment}/{tier}/{zone}', cluster('a', ''))).toEqual([
      'branch_label_missing',
      'branch_label_missing',
      'branch_label_missing',
    ])
  })

  it.each(['a..b', 'x.lock', ''])(
    'is refused when a legal label makes no branch name: %j',
    (value) => {
      expect(branch('fleet/{region}', cluster('a', 'prod', { region: value }))).toEqual([
        'branch_format',
      ])
    },
  )

  it('is named where it is refused', () => {
    const parsed = parseBranchPattern('fleet/{region}')
    const bad = cluster('a', 'prod', { region: 'a..b' })
    const result = parsed.ok ? branchOf(parsed.value, 100, bad) : parsed
    expect(result.ok ? [] : result.issues.map(({ reason }) => reason)).toEqual([
      '"fleet/a..b" is not a branch name that Git takes.',
    ])
  })

  it('is refused over 200 characters', () => {
    const long = cluster('a'.repeat(63), 'b'.repeat(63), { region: 'c'.repeat(63) })
    expect(branch('fleet-9/{name}/{environment}/{region}', long)).toHaveLength(199)
    expect(branch('fleet-999/{name}/{environment}/{region}', long)).toEqual(['branch_format'])
  })
})

describe('what Berth keeps for itself', () => {
  it.each(['berth/main', 'berth/{environment}', proposedRef('fleet/prod')])(
    'is no branch that people choose: %s',
    (text) => {
      expect(reservedBranchIssues(text)).toMatchObject([{ path: [], code: 'branch_reserved' }])
    },
  )

  it.each(['berth', 'berths/main', 'fleet/berth/main', '{environment}/berth'])(
    'leaves %s alone',
    (text) => {
      expect(reservedBranchIssues(text)).toEqual([])
    },
  )

  it('is a branch of Git all the same, so what there is can be read, and Berth pushes there', () => {
    expect(branchIssues(proposedRef('main'))).toEqual([])
    expect(branch('{region}/{environment}', cluster('a', 'prod', { region: 'berth' }))).toBe(
      'berth/prod',
    )
    expect(parseBranchPattern('berth/{name}').ok).toBe(true)
  })
})

describe('the shard of a cluster', () => {
  // The FNV-1a vectors of its authors: '' is 0x811c9dc5, 'a' 0xe40c292c, 'foobar' 0xbf9cf968.
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('never changes: FNV-1a of %j is %i', (name, hash) => {
    expect(shardOf(name, 2 ** 32)).toBe(String(hash).padStart(10, '0'))
  })

  it.each([
    [1, /^0$/],
    [10, /^\d$/],
    [11, /^(0\d|10)$/],
    [100, /^\d\d$/],
    [101, /^(0\d\d|100)$/],
  ])('of %i has as many digits as the last one', (shards, digits) => {
    for (let index = 0; index < 300; index++)
      expect(shardOf(`edge-${index}`, shards)).toMatch(digits)
  })

  it('spreads clusters with like names evenly', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 10_000; index++) {
      const shard = shardOf(`store-${String(index).padStart(5, '0')}`, 100)
      counts.set(shard, (counts.get(shard) ?? 0) + 1)
    }
    expect(counts.size).toBe(100)
    expect(Math.max(...counts.values())).toBeLessThan(200)
    expect(Math.min(...counts.values())).toBeGreaterThan(33)
  })
})

describe('two branches', () => {
  it.each([
    // a | b | conflict
    ['a', 'a/b', true],
    ['a/b/c', 'a', true],
    ['a', 'a', false],
    ['a', 'ab', false],
    ['a/b', 'a/c', false],
    ['a-b', 'a', false],
  ])('%s and %s conflict as refs: %s', (a, b, conflict) => {
    expect(branchesConflict(a, b)).toBe(conflict)
    expect(branchesConflict(b, a)).toBe(conflict)
  })
})
