import { describe, expect, it } from 'vitest'
import type { Packaging } from './application/packaging.ts'
import {
  claimedRepositories,
  repoBranchIssues,
  repoIsEntitled,
  repoPathIssues,
  sourceIsClaimed,
  sourceRepoIssues,
} from './repository.ts'

function codes(issues: readonly { readonly code: string }[]): readonly string[] {
  return issues.map((issue) => issue.code)
}

function branchCodes(branch: string): readonly string[] {
  return codes(repoBranchIssues(branch, ['repo_branch']))
}

function pathCodes(path: string): readonly string[] {
  return codes(repoPathIssues(path, ['repo_path']))
}

describe('repo_branch', () => {
  it.each([
    'master',
    'main',
    'release/1.x',
    'feature/A_b-c.d',
    '1.0',
    'refs',
    'head',
    'a'.repeat(200),
  ])('may be %s', (branch) => {
    expect(branchCodes(branch)).toEqual([])
  })

  it.each([
    '-x',
    'a..b',
    'a b',
    '@{1}',
    'HEAD',
    'refs/heads/x',
    'x.lock',
    'a:b',
    'a\nb',
    '',
    '@',
    '.a',
    'a/.b',
    'a//b',
    'a/',
    '/a',
    'a.',
    'a.lock/b',
    'a~1',
    'a^',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    'a@{b',
    'a'.repeat(201),
  ])('may not be %j, for its form', (branch) => {
    expect(branchCodes(branch)).toEqual(['branch_format'])
  })

  it.each(['ü', 'a\u202eb', '日本', 'a\u200b'])('may not be %j, for its characters', (branch) => {
    expect(branchCodes(branch)).toEqual(['branch_charset'])
  })

  it('may not hold what cannot be stored', () => {
    expect(branchCodes('a\0')).toEqual(['control_char'])
    expect(branchCodes('a\ud800')).toEqual(['invalid_unicode'])
  })
})

describe('repo_path', () => {
  it.each([
    '.',
    'manifest/app1',
    'a',
    '.k8s/app',
    '.github',
    '.gitops/a',
    'charts/my-app_v1.2',
    'overlays/region=east',
    'my app/a@b+c',
    'a..b',
    `${'a/'.repeat(2047)}ab`,
  ])('may be %.40j', (path) => {
    expect(pathCodes(path)).toEqual([])
  })

  it.each([
    '',
    '../x',
    '/abs',
    'a/../../b',
    '.git/hooks',
    'a\\b',
    'a//b',
    '%2e%2e/x',
    'git~1',
    '.GIT',
    '.g\u200cit',
    '.git.',
    '.git ',
    'a.',
    'a ',
    'a./b',
    'a /b',
    ' a',
    'a/.Git/b',
    'a/',
    './a',
    'a/.',
    '..',
    '...',
    '-a',
    'a/-b',
    'a:b',
    '.git::$INDEX_ALLOCATION',
    'a\nb',
    'ü',
    '*',
    '+argocd:skip-file-rendering',
    'a'.repeat(4097),
  ])('may not be %.40j', (path) => {
    expect(pathCodes(path)).toEqual(['path_format'])
  })

  it('may not hold what cannot be stored', () => {
    expect(pathCodes('a\0')).toEqual(['control_char'])
  })
})

describe("a team's repositories", () => {
  it('are exact addresses, each held to the rule of an address', () => {
    expect(
      sourceRepoIssues(['https://h/o/r', 'https://h/o/*', '!https://h/o/r', '*']),
    ).toMatchObject([
      { path: ['source_repos', 1], code: 'url_glob' },
      { path: ['source_repos', 2], code: 'url_glob' },
      { path: ['source_repos', 3], code: 'url_glob' },
    ])
  })

  it('are 500 at most', () => {
    expect(sourceRepoIssues(Array(500).fill('https://h/o/r'))).toEqual([])
    expect(codes(sourceRepoIssues(Array(501).fill('https://h/o/r')))).toEqual(['too_many'])
  })

  it.each([
    // sourceRepos | url | entitled
    [[], 'https://h/o/r', true],
    [['https://h/o/r'], 'https://h/o/r', true],
    [['https://h/o/r'], 'https://H/O/R.git', true],
    [['https://h/o/r.git'], 'https://h/o/r', true],
    [['git@h:o/r'], 'ssh://git@h/o/r.git', true],
    [['https://x/y', 'https://h/o/r'], 'https://h/o/r', true],
    [['https://h/o/r'], 'https://h/o/r2', false],
    [['https://h/o/r'], 'https://h/o', false],
    [['https://h/o/r'], 'git@h:o/r', false],
    [['https://h/o'], 'https://h/o/r', false],
  ])('%j: that %s may be used is %s', (sourceRepos, url, entitled) => {
    expect(repoIsEntitled({ sourceRepos }, url)).toBe(entitled)
  })
})

describe('a registry', () => {
  const chart: Packaging = {
    type: 'helm',
    chart: 'Web',
    render: 'helm',
    releaseName: null,
    configUnder: null,
    values: {},
  }
  const artifact: Packaging = { type: 'oci', render: 'directory' }

  it('may be named, of charts and of artifacts', () => {
    const fine = ['oci://h/o/r', 'oci://h', 'oci://10.0.0.5:5000/r', 'https://h', 'git@h:o/r']
    expect(sourceRepoIssues(fine)).toEqual([])
    expect(
      codes(sourceRepoIssues(['oci://h/R', 'oci://a@h/r', 'oci://h/*', 'http://h/r'])),
    ).toEqual(['url_format', 'url_credentials', 'url_glob', 'url_scheme'])
  })

  it('is permitted as it is written', () => {
    const team = { sourceRepos: ['oci://h/o/r'] }
    expect(repoIsEntitled(team, 'oci://H/o/r')).toBe(true)
    expect(repoIsEntitled(team, 'https://h/o/r')).toBe(false)
    expect(repoIsEntitled(team, 'oci://h/o')).toBe(false)
  })

  it.each<[string, string, Packaging | null, boolean]>([
    // claimed | repoUrl | packaging | is claimed
    ['oci://h/o/web', 'oci://h/o/web', artifact, true],
    ['oci://h/o/web', 'oci://h/o', chart, true],
    ['oci://h/o', 'oci://h/o/web', artifact, true],
    ['oci://h/o', 'oci://h/o', chart, true],
    ['oci://h/o/web', 'oci://h/o/other', artifact, false],
    ['oci://h/o/other', 'oci://h/o', chart, false],
    ['oci://h/o', 'oci://h/o/deep/web', artifact, false],
    ['https://h/o/web', 'oci://h:443/o', chart, true],
    ['https://h', 'https://h/o', null, false],
    ['https://h/o', 'https://h/o', chart, true],
  ])('%s is that of %s', (listed, repoUrl, packaging, isClaimed) => {
    const claimed = claimedRepositories({ sourceRepos: [listed] })
    expect(sourceIsClaimed(claimed, { repoUrl, packaging })).toBe(isClaimed)
  })
})
