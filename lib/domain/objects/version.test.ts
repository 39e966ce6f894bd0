import { expect, it } from 'vitest'
import {
  announcedSourceIssues,
  type Announcement,
  announcementIssues,
  versionRefOf,
} from './version.ts'

const COMMIT = 'a'.repeat(40)
const DIGEST = `sha256:${'a'.repeat(64)}`
const of = (commit: string, more: Partial<Announcement> = {}): Announcement => ({
  commit,
  name: null,
  repoPath: null,
  targets: {},
  url: null,
  builtAt: null,
  sourceCommit: null,
  ...more,
})
const codes = (issues: readonly { readonly path: unknown; readonly code: string }[]) =>
  issues.map(({ path, code }) => [path, code])

it.each([COMMIT, 'a'.repeat(64), '1.2.3', 'v1.2.3-rc.1', DIGEST])(
  '%s may be announced',
  (commit) => {
    expect(announcementIssues(of(commit))).toEqual([])
  },
)

it.each(['main', '1.2', '1.x', COMMIT.slice(1), DIGEST.slice(1), 'latest', ''])(
  '%j may not be announced, whatever lies there',
  (commit) => {
    expect(codes(announcementIssues(of(commit)))).toEqual([[['commit'], 'bad_commit']])
  },
)

it('has the sort of revision that the source has', () => {
  expect(announcedSourceIssues(of(COMMIT), 'git')).toEqual([])
  expect(announcedSourceIssues(of('1.2.3'), 'helm')).toEqual([])
  expect(announcedSourceIssues(of(DIGEST), 'oci')).toEqual([])
  expect(codes(announcedSourceIssues(of('1.2.3'), 'git'))).toEqual([[['commit'], 'bad_commit']])
  expect(codes(announcedSourceIssues(of(DIGEST), 'helm'))).toEqual([[['commit'], 'version_format']])
  expect(codes(announcedSourceIssues(of('1.2.3'), 'oci'))).toEqual([[['commit'], 'digest_format']])
})

it('has no directories of a chart', () => {
  const given = of('1.2.3', { repoPath: '.', targets: { early: 'x' } })
  expect(codes(announcedSourceIssues(given, 'helm'))).toEqual([
    [['repo_path'], 'source_field_not_allowed'],
    [['targets'], 'source_field_not_allowed'],
  ])
  expect(announcedSourceIssues({ ...given, commit: DIGEST }, 'oci')).toEqual([])
})

it.each([
  ['7', { number: 7, name: '7', digits: null, whole: null }],
  ['1.2.3', { number: null, name: '1.2.3', digits: null, whole: '1.2.3' }],
  ['ABCDEF0', { number: null, name: 'ABCDEF0', digits: 'abcdef0', whole: null }],
  [
    'sha256:abcdef0',
    { number: null, name: 'sha256:abcdef0', digits: 'sha256:abcdef0', whole: null },
  ],
  ['v2', { number: null, name: 'v2', digits: null, whole: null }],
])('%s names a version', (text, ref) => {
  expect(versionRefOf(text)).toEqual(ref)
})
