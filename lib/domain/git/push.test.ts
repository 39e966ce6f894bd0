import { describe, expect, it } from 'vitest'
import type { Application } from '#lib/domain/objects/objects.ts'
import { followersOf, type Push } from './push.ts'

const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8'
const ZEROS = '0'.repeat(40)

const application = (over: Partial<Application> = {}) =>
  ({
    kind: 'application',
    name: 'app1',
    team: 'ieb',
    follow: 'versions',
    repoUrl: 'https://github.com/ieb/app1',
    repoBranch: 'main',
    repoPath: 'deploy',
    packaging: null,
    ...over,
  }) as Application

const push = (over: Partial<Push> = {}): Push => ({
  addresses: ['https://github.com/ieb/app1.git', 'git@github.com:ieb/app1.git'],
  refs: [{ ref: 'refs/heads/main', commit: COMMIT }],
  ...over,
})

const commitsFor = (object: Application, told: Push) =>
  followersOf(told, [{ id: 7, object }]).map(({ commit }) => commit)

describe('a push', () => {
  it('is told with the application, its number and the head of the branch', () => {
    const object = application()
    expect(followersOf(push(), [{ id: 7, object }])).toEqual([{ id: 7, object, commit: COMMIT }])
  })

  it.each([
    'https://github.com/ieb/app1.git',
    'https://GitHub.com/IEB/app1/',
    'git@github.com:ieb/app1.git',
    'ssh://git@ssh.github.com:443/ieb/app1',
  ])('reaches who reaches the repository by %s', (repoUrl) => {
    expect(commitsFor(application({ repoUrl }), push())).toEqual([COMMIT])
  })

  it('brings nothing to what is no directory in Git', () => {
    const packaging = {
      type: 'helm',
      chart: 'x',
      render: 'helm',
      releaseName: null,
      configUnder: null,
      values: {},
    } as const
    expect(commitsFor(application({ packaging }), push())).toEqual([])
    const rendered = { type: 'git', render: 'directory' } as const
    expect(commitsFor(application({ packaging: rendered }), push())).toEqual([COMMIT])
  })

  it('of Azure DevOps names a user in the address, who is no part of the repository', () => {
    const addresses = ['https://contoso@dev.azure.com/contoso/ieb/_git/app1']
    for (const repoUrl of [
      'https://dev.azure.com/contoso/ieb/_git/app1',
      'git@ssh.dev.azure.com:v3/contoso/ieb/app1',
    ]) {
      expect(commitsFor(application({ repoUrl }), push({ addresses }))).toEqual([COMMIT])
    }
  })

  it.each<[string, Partial<Application>, Partial<Push>]>([
    // case | application | push
    ['who follows the branch itself', { follow: 'branch' }, {}],
    ['another repository', { repoUrl: 'https://github.com/ieb/app10' }, {}],
    ['the same path on another host', { repoUrl: 'https://gitlab.com/ieb/app1' }, {}],
    ['another branch', { repoBranch: 'release' }, {}],
    ['a branch by another case', { repoBranch: 'Main' }, {}],
    ['a tag', {}, { refs: [{ ref: 'refs/tags/main', commit: COMMIT }] }],
    ['a note', {}, { refs: [{ ref: 'refs/notes/main', commit: COMMIT }] }],
    ['a name without its place', {}, { refs: [{ ref: 'main', commit: COMMIT }] }],
    ['a deleted branch', {}, { refs: [{ ref: 'refs/heads/main', commit: ZEROS }] }],
    [
      'a deleted branch of SHA-256',
      {},
      { refs: [{ ref: 'refs/heads/main', commit: '0'.repeat(64) }] },
    ],
    ['nothing pushed', {}, { refs: [] }],
    ['a repository without an address', {}, { addresses: ['', 'file:///srv/git'] }],
  ])('brings nothing to %s', (_, over, told) => {
    expect(commitsFor(application(over), push(told))).toEqual([])
  })

  it('of several branches brings each application the head of its own', () => {
    const refs = [
      { ref: 'refs/heads/main', commit: 'a'.repeat(40) },
      { ref: 'refs/heads/release/1.2', commit: 'b'.repeat(40) },
    ]
    expect(commitsFor(application(), push({ refs }))).toEqual(['a'.repeat(40)])
    expect(commitsFor(application({ repoBranch: 'release/1.2' }), push({ refs }))).toEqual([
      'b'.repeat(40),
    ])
  })
})
