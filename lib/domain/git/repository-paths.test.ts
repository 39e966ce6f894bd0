import { describe, expect, it } from 'vitest'
import {
  applicationPath,
  applicationsFolder,
  baseFolder,
  basePath,
  bootstrapPath,
  clusterFolder,
  entryNameIssues,
  pathIsOwned,
  placementPaths,
  teamFolder,
  teamPath,
} from './repository-paths.ts'

describe('paths', () => {
  it('stand where the contract says', () => {
    expect(clusterFolder('east-01')).toBe('clusters/east-01')
    expect(baseFolder('east-01')).toBe('clusters/east-01/base')
    expect(basePath('east-01', 'root.yaml')).toBe('clusters/east-01/base/root.yaml')
    expect(teamFolder('east-01', 'payments')).toBe('clusters/east-01/teams/payments')
    expect(teamPath('east-01', 'payments', 'quota.yaml')).toBe(
      'clusters/east-01/teams/payments/quota.yaml',
    )
    expect(applicationsFolder('east-01', 'payments')).toBe('clusters/east-01/apps/payments')
    expect(applicationPath('east-01', 'payments', 'api')).toBe(
      'clusters/east-01/apps/payments/api.yaml',
    )
    expect(placementPaths('east-01', 'payments', 'api')).toEqual([
      'clusters/east-01/apps/payments/api.yaml',
      'clusters/east-01/config/payments/api.yml',
    ])
    expect(bootstrapPath('east-01')).toBe('bootstrap/east-01.yaml')
  })
})

describe('pathIsOwned', () => {
  it.each([
    'README.md',
    '.berth/owned',
    'bootstrap/east-01.yaml',
    'clusters/east-01/base/root.yaml',
    'clusters/east-01/teams/payments/rolebinding-view.yaml',
    'clusters/east-01/apps/payments/api.yaml',
    'clusters/east-01/config/payments/api.yml',
    `clusters/${'a'.repeat(63)}/apps/0/1.yaml`,
  ])('holds for what Berth writes: %s', (path) => {
    expect(pathIsOwned(path)).toBe(true)
  })

  it.each([
    '',
    'readme.md',
    'docs/README.md',
    '.berth/other',
    '.berth/owned/x',
    '.gitmodules',
    'CODEOWNERS',
    'bootstrap/README.md',
    'bootstrap/east/x.yaml',
    'bootstrap/.yaml',
    'bootstrap/East.yaml',
    'clusters/east-01/x.yaml',
    'clusters/east-01/base/x.yml',
    'clusters/east-01/base/x.yaml.bak',
    'clusters/east-01/base/x.yaml\n',
    'clusters/east-01/base/deep/x.yaml',
    'clusters/east-01/base/.x.yaml',
    'clusters/east-01/teams/x.yaml',
    'clusters/east-01/other/payments/x.yaml',
    'clusters/../base/x.yaml',
    'clusters/east_01/base/x.yaml',
    'clusters//base/x.yaml',
    'clusters/-east/base/x.yaml',
    `clusters/${'a'.repeat(64)}/base/x.yaml`,
    '/clusters/east-01/base/x.yaml',
    'x/clusters/east-01/base/x.yaml',
    'clusters/east-01/apps/payments/api.yaml/x',
    'clusters/east-01/apps/payments/api.yml',
    'clusters/east-01/teams/payments/quota.yml',
    'bootstrap/east-01.yml',
    'clusters/east-01/config/payments/api.yaml',
    'clusters/east-01/config/api.yml',
    'clusters/east-01/config/payments/api.yml/x',
    'clusters/east-01/config/payments/api.yml\n',
    'x/clusters/east-01/config/payments/api.yml',
  ])('does not hold for what is other people’s: %j', (path) => {
    expect(pathIsOwned(path)).toBe(false)
  })
})

describe('entryNameIssues', () => {
  it.each([
    'a',
    'api.yaml',
    'README.md',
    '.berth',
    '.gitignore',
    '.gitmodules',
    '...',
    'git~2',
    'a b',
  ])('has nothing against %j', (name) => {
    expect(entryNameIssues(name)).toEqual([])
  })

  it.each([
    ['', 'entry_name_empty'],
    ['\u200c', 'entry_name_empty'],
    ['.', 'entry_name_dots'],
    ['..', 'entry_name_dots'],
    ['.\u200d.', 'entry_name_dots'],
    ['.git', 'entry_name_git'],
    ['.GIT', 'entry_name_git'],
    ['.Git ', 'entry_name_git'],
    ['.git.', 'entry_name_git'],
    ['.git . .', 'entry_name_git'],
    ['.git:', 'entry_name_git'],
    ['.git::$INDEX_ALLOCATION', 'entry_name_git'],
    ['.git :x', 'entry_name_git'],
    ['git~1', 'entry_name_git'],
    ['GIT~1.', 'entry_name_git'],
    ['.g\u200cit', 'entry_name_git'],
    ['.gi\u206ft\ufeff', 'entry_name_git'],
    ['\u202e.git\u200e ', 'entry_name_git'],
    ['a/b', 'entry_name_slash'],
    ['a\\b', 'entry_name_slash'],
    ['a\nb', 'entry_name_control'],
    ['a\r', 'entry_name_control'],
    ['\0', 'entry_name_control'],
    ['\u0085', 'entry_name_control'],
    ['\u2028', 'entry_name_control'],
  ])('refuses %j with %s', (name, code) => {
    expect(entryNameIssues(name).map((issue) => issue.code)).toEqual([code])
  })

  it('tells everything that is wrong at once', () => {
    expect(entryNameIssues('.git\\\n').map((issue) => issue.code)).toEqual([
      'entry_name_git',
      'entry_name_slash',
      'entry_name_control',
    ])
  })
})
