import { describe, expect, it } from 'vitest'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { pushOf, type SentPush, ZEROS } from '#lib/http/testing/pushes.ts'
import { HAPPENINGS, pullRequestOf } from '#lib/http/testing/repository-events.ts'
import { readAzureEvent, readRepositoryEvent } from './repository-event.ts'

const REPOSITORY = 'https://git.example.com/ieb/gitops'

const PUSH: Readonly<Record<GitHost, string>> = {
  github: 'push',
  gitlab: 'Push Hook',
  'azure-devops': 'git.push',
  gitea: 'push',
}

const readPushed = (host: GitHost, push: SentPush) =>
  readRepositoryEvent(host, PUSH[host], pushOf(host, { repository: REPOSITORY, ...push }))

const eventNameOf = (host: GitHost, event: string, body: unknown) => {
  const named = host === 'azure-devops' ? readAzureEvent(body) : null
  return named?.ok ? named.value : event
}

const branchesOf = (read: ReturnType<typeof readRepositoryEvent>) =>
  read.ok ? read.value?.branches : read.issues

describe.each(GIT_HOSTS)('what %s tells of its repository', (host) => {
  it('is of which repository it is, and which branch was pushed', () => {
    const read = readPushed(host, { ref: 'refs/heads/env/prod' })
    expect(branchesOf(read)).toEqual(['env/prod'])
    expect(read).toMatchObject({
      value: { addresses: expect.arrayContaining([expect.stringMatching(/\/ieb\/gitops/)]) },
    })
  })

  it('is of a branch that was deleted, too', () => {
    expect(branchesOf(readPushed(host, { commit: ZEROS }))).toEqual(['main'])
  })

  it.each(['refs/tags/v1', 'refs/notes/prod', 'prod'])(
    'is of no branch where %s is pushed',
    (ref) => {
      expect(branchesOf(readPushed(host, { ref }))).toEqual([])
    },
  )

  it.each(HAPPENINGS)(
    'is of the branch into which a pull request was to go that is %s',
    (happening) => {
      const { event, body } = pullRequestOf(host, {
        happening,
        repository: REPOSITORY,
        base: 'prod',
      })
      const read = readRepositoryEvent(host, eventNameOf(host, event, body), body)
      expect(branchesOf(read)).toEqual(['prod'])
      expect(read).toMatchObject({
        value: { addresses: expect.arrayContaining([`${REPOSITORY}.git`]) },
      })
    },
  )

  it('is nothing where it is of something else', () => {
    for (const event of ['', 'ping', 'issues', 'Pipeline Hook', 'build.complete', 'toString']) {
      expect(readRepositoryEvent(host, event, null)).toEqual({ ok: true, value: null })
    }
  })
})

const resourceOf = (told: object) => ('resource' in told ? (told.resource as object) : {})

describe('what a host tells in another way than it is documented', () => {
  const { body } = pullRequestOf('github', { repository: REPOSITORY })
  const azure = pullRequestOf('azure-devops', { repository: REPOSITORY }).body

  it.each<[string, GitHost, string, object]>([
    // case | host | event | body
    ['a pull request without its base', 'github', 'pull_request', { ...body, pull_request: {} }],
    ['a pull request that is null', 'gitea', 'pull_request', { ...body, pull_request: null }],
    ['a base that is a number', 'gitea', 'pull_request', { ...body, pull_request: { base: 1 } }],
    ['a push without its ref', 'github', 'push', { ...pushOf('github'), ref: undefined }],
    ['a push of a number', 'gitlab', 'Push Hook', { ...pushOf('gitlab'), ref: 1 }],
    [
      'a merge request that is a text',
      'gitlab',
      'Merge Request Hook',
      { ...pushOf('gitlab'), object_attributes: 'merged' },
    ],
    [
      'a target that is missing',
      'azure-devops',
      'git.pullrequest.merged',
      { resource: { ...resourceOf(azure), targetRefName: undefined } },
    ],
    [
      'updates that are no list',
      'azure-devops',
      'git.push',
      { resource: { ...resourceOf(pushOf('azure-devops')), refUpdates: {} } },
    ],
  ])('may be of any branch: %s', (_, host, event, told) => {
    expect(branchesOf(readRepositoryEvent(host, event, told))).toBeNull()
  })

  it.each<[string, GitHost, string, unknown, string]>([
    // case | host | event | body | code
    ['of no repository', 'github', 'push', { ref: 'refs/heads/main' }, 'required'],
    ['of a repository without addresses', 'github', 'push', { repository: {} }, 'required'],
    ['of another host', 'github', 'pull_request', pushOf('gitlab'), 'required'],
    ['that is a list', 'gitlab', 'Push Hook', [], 'type'],
    ['that is nothing', 'gitea', 'push', null, 'type'],
    ['without a resource', 'azure-devops', 'git.push', {}, 'required'],
  ])('%s is refused', (_, host, event, told, code) => {
    const read = readRepositoryEvent(host, event, told)
    expect(read.ok ? [] : read.issues.map((issue) => issue.code)).toContain(code)
  })

  it('is refused of Azure DevOps where it doesn’t say what it is', () => {
    for (const told of [null, [], 'push', {}, { id: '1' }, { id: '1', eventType: 1 }]) {
      expect(readAzureEvent(told).ok).toBe(false)
    }
  })
})
