// What Git hosts send to a webhook, as their documentation shows it.
import { createHmac, randomUUID } from 'node:crypto'
import type { GitHost } from '#lib/domain/git/push.ts'

export const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8'
export const ZEROS = '0'.repeat(40)
const BEFORE = '6113728f27ae82c7b1a177c8d03f9e96e0adf246'

export type SentPush = {
  /** Such as `https://git.example.com/ieb/app1`. */
  readonly repository?: string
  readonly ref?: string
  readonly commit?: string
  readonly delivery?: string
}

const REPOSITORY: Readonly<Record<GitHost, string>> = {
  github: 'https://github.com/ieb/app1',
  gitlab: 'https://gitlab.example.com/ieb/app1',
  'azure-devops': 'https://dev.azure.com/contoso/ieb/_git/app1',
  gitea: 'https://gitea.example.com/ieb/app1',
}

function sshOf(repository: string): string {
  const { host, pathname } = new URL(repository)
  return `git@${host}:${pathname.slice(1)}.git`
}

const person = { name: 'Ada', email: 'ada@example.com', username: 'ada' }

const commitOf = (repository: string, id: string) => ({
  id,
  message: 'Sell \u{1F34E} "apples"\n\nThe till knows them now.',
  timestamp: '2026-11-25T09:12:44+01:00',
  url: `${repository}/commit/${id}`,
  author: person,
  committer: person,
  added: ['deploy/apples.yaml'],
  removed: [],
  modified: [],
})

const BODIES: Readonly<Record<GitHost, (push: Required<SentPush>) => object>> = {
  github: ({ repository, ref, commit }) => ({
    ref,
    before: BEFORE,
    after: commit,
    repository: {
      id: 186_853_002,
      node_id: 'MDEwOlJlcG9zaXRvcnkxODY4NTMwMDI=',
      name: 'app1',
      full_name: 'ieb/app1',
      private: true,
      owner: { name: 'ieb', login: 'ieb', id: 21_031_067, site_admin: false },
      html_url: repository,
      url: repository,
      git_url: `git://github.com/ieb/app1.git`,
      ssh_url: sshOf(repository),
      clone_url: `${repository}.git`,
      default_branch: 'main',
      pushed_at: 1_764_058_364,
    },
    pusher: { name: 'ada', email: 'ada@example.com' },
    sender: { login: 'ada', id: 21_031_068, type: 'User' },
    created: false,
    deleted: commit === ZEROS,
    forced: false,
    base_ref: null,
    compare: `${repository}/compare/6113728f27ae...9fceb02d0ae5`,
    commits: [commitOf(repository, commit)],
    head_commit: commit === ZEROS ? null : commitOf(repository, commit),
  }),
  gitlab: ({ repository, ref, commit }) => ({
    object_kind: 'push',
    event_name: 'push',
    before: BEFORE,
    after: commit,
    ref,
    ref_protected: true,
    checkout_sha: commit === ZEROS ? null : commit,
    message: null,
    user_id: 4,
    user_name: 'Ada',
    user_username: 'ada',
    user_email: '',
    project_id: 15,
    project: {
      id: 15,
      name: 'app1',
      description: '',
      web_url: repository,
      avatar_url: null,
      git_ssh_url: sshOf(repository),
      git_http_url: `${repository}.git`,
      namespace: 'ieb',
      visibility_level: 0,
      path_with_namespace: 'ieb/app1',
      default_branch: 'main',
    },
    commits: commit === ZEROS ? [] : [commitOf(repository, commit)],
    total_commits_count: 1,
    push_options: {},
  }),
  'azure-devops': ({ repository, ref, commit, delivery }) => ({
    subscriptionId: '4f6e6328-0251-4814-a009-c01dfa368e3f',
    notificationId: 7,
    id: delivery,
    eventType: 'git.push',
    publisherId: 'tfs',
    message: { text: 'Ada pushed updates to app1:main.' },
    resource: {
      commits: [{ commitId: commit, author: { name: 'Ada', email: 'ada@example.com' } }],
      refUpdates: [{ name: ref, oldObjectId: BEFORE, newObjectId: commit }],
      repository: {
        id: '278d5cd2-584d-4b63-824a-2ba458937249',
        name: 'app1',
        url: 'https://dev.azure.com/contoso/_apis/git/repositories/278d5cd2-584d-4b63-824a-2ba458937249',
        project: { id: '6ce954b1-ce1f-45d1-b94d-e6bf2464ba2c', name: 'ieb', state: 'wellFormed' },
        defaultBranch: 'refs/heads/main',
        remoteUrl: repository.replace('https://', 'https://contoso@'),
      },
      pushedBy: { displayName: 'Ada', uniqueName: 'ada@example.com' },
      pushId: 14,
      date: '2026-11-25T08:12:44.3401748Z',
    },
    resourceVersion: '1.0',
    createdDate: '2026-11-25T08:12:45.1Z',
  }),
  gitea: ({ repository, ref, commit }) => ({
    ref,
    before: BEFORE,
    after: commit,
    compare_url: `${repository}/compare/${BEFORE}...${commit}`,
    commits: [commitOf(repository, commit)],
    repository: {
      id: 140,
      owner: { id: 1, login: 'ieb', full_name: 'ieb', username: 'ieb' },
      name: 'app1',
      full_name: 'ieb/app1',
      private: true,
      html_url: repository,
      ssh_url: sshOf(repository),
      clone_url: `${repository}.git`,
      default_branch: 'main',
    },
    pusher: { id: 1, login: 'ada', username: 'ada' },
    sender: { id: 1, login: 'ada', username: 'ada' },
  }),
}

/** The body of a push. */
export function pushOf(host: GitHost, push: SentPush = {}): object {
  return BODIES[host]({
    repository: REPOSITORY[host],
    ref: 'refs/heads/main',
    commit: COMMIT,
    delivery: randomUUID(),
    ...push,
  })
}

export function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The headers of a delivery with this body. */
export function deliveryHeaders(
  host: GitHost,
  secret: string,
  text: string,
  { event, delivery = randomUUID() }: { event?: string; delivery?: string } = {},
): Record<string, string> {
  switch (host) {
    case 'github':
      return {
        'X-GitHub-Event': event ?? 'push',
        'X-GitHub-Delivery': delivery,
        'X-Hub-Signature-256': `sha256=${signatureOf(secret, text)}`,
      }
    case 'gitlab':
      return {
        'X-Gitlab-Event': event ?? 'Push Hook',
        'X-Gitlab-Event-UUID': delivery,
        'X-Gitlab-Token': secret,
      }
    case 'gitea':
      return {
        'X-Gitea-Event': event ?? 'push',
        'X-Gitea-Delivery': delivery,
        'X-Gitea-Signature': signatureOf(secret, text),
        'X-GitHub-Event': event ?? 'push',
        'X-GitHub-Delivery': delivery,
        'X-Hub-Signature-256': `sha256=${signatureOf(secret, text)}`,
      }
    case 'azure-devops':
      return { Authorization: `Basic ${Buffer.from(`berth:${secret}`).toString('base64')}` }
  }
}
