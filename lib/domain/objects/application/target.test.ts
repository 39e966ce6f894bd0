import { describe, expect, it } from 'vitest'
import { targetPolicyIssues } from '../target-policy/target-policy-issues.ts'
import { objectJson, readStoredObject } from '../object-json.ts'
import { anApplication, aPolicy } from '#lib/domain/testing/objects.ts'
import { applicationIssues } from './application-issues.ts'
import { findTarget, type Target } from './target.ts'

const early: Target = { name: 'early', environment: 'prod', repoPath: 'deploy/early' }
const found = (issues: readonly { readonly path: unknown; readonly code: string }[]) =>
  issues.map(({ path, code }) => [path, code])

describe('the targets of an application', () => {
  it.each<{ are: string; targets: readonly Target[]; issues: unknown[] }>([
    { are: 'one', targets: [early], issues: [] },
    {
      are: 'of one name in two environments',
      targets: [early, { ...early, environment: 'qa' }],
      issues: [],
    },
    { are: 'of one directory', targets: [early, { ...early, name: 'late' }], issues: [] },
    {
      are: 'wrong in each field',
      targets: [early, { name: 'A', environment: '', repoPath: '../x' }],
      issues: [
        [['targets', 1, 'name'], 'name_format'],
        [['targets', 1, 'environment'], 'name_format'],
        [['targets', 1, 'repo_path'], 'path_format'],
      ],
    },
    {
      are: 'twice the same',
      targets: [early, { ...early, repoPath: '.' }],
      issues: [[['targets', 1, 'name'], 'target_duplicate']],
    },
    {
      are: 'as many as there may be',
      targets: Array.from({ length: 20 }, (_, nth) => ({ ...early, name: `t${nth}` })),
      issues: [],
    },
    {
      are: 'more than there may be',
      targets: Array.from({ length: 21 }, (_, nth) => ({ ...early, name: `t${nth}` })),
      issues: [[['targets'], 'too_many']],
    },
  ])('are checked where they are $are', ({ targets, issues }) => {
    expect(
      found(
        applicationIssues(anApplication({ repoUrl: 'https://git.example.com/a.git', targets })),
      ),
    ).toEqual(issues)
  })

  it('are found by name and environment', () => {
    const application = anApplication({ targets: [early] })
    expect(findTarget(application, 'early', 'prod')).toBe(early)
    expect(findTarget(application, 'early', 'qa')).toBeNull()
    expect(findTarget(application, 'late', 'prod')).toBeNull()
  })

  it('are none of an application that was stored before there were any', () => {
    const { targets, ...stored } = objectJson(anApplication({}))
    expect(targets).toEqual([])
    expect(readStoredObject('application', stored)).toEqual({ ok: true, value: anApplication({}) })
  })
})

describe('the target of a policy', () => {
  it('is a DNS label, and of a policy that includes', () => {
    expect(targetPolicyIssues(aPolicy({ target: 'early' }))).toEqual([])
    expect(found(targetPolicyIssues(aPolicy({ target: 'A' })))).toEqual([
      [['target'], 'name_format'],
    ])
    const excluding = aPolicy({ target: 'early', effect: 'exclude' })
    expect(found(targetPolicyIssues(excluding))).toEqual([[['target'], 'target_with_exclude']])
  })

  it('is answered where there is one, and not told otherwise', () => {
    expect(objectJson(aPolicy({ target: 'early' }))).toMatchObject({ target: 'early' })
    const plain = objectJson(aPolicy({}))
    expect(Object.keys(plain)).not.toContain('target')
    expect(readStoredObject('target-policy', plain)).toEqual({ ok: true, value: aPolicy({}) })
  })
})
