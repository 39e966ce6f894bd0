import type { GitHost } from '#lib/domain/git/push.ts'

type HostWords = {
  /** What people call it. */
  readonly label: string
  readonly place: string
  /** What to enter there: each field with its value. */
  readonly steps: readonly string[]
  /** What it is to tell a team of, and what it is to tell of the repository that Berth writes to. */
  readonly events: { readonly team: string; readonly repository: string }
}

export const HOSTS: Readonly<Record<GitHost, HostWords>> = {
  github: {
    label: 'GitHub',
    place: 'Settings, Webhooks, Add webhook',
    steps: ['Payload URL: the address. Secret: the secret.', 'Content type: application/json.'],
    events: {
      team: 'Just the push event.',
      repository: 'Let me select individual events: Pull requests, Pushes.',
    },
  },
  gitlab: {
    label: 'GitLab',
    place: 'Settings, Webhooks, Add new webhook',
    steps: ['URL: the address. Secret token: the secret.'],
    events: {
      team: 'Trigger: Push events.',
      repository: 'Trigger: Push events of all branches, and Merge request events.',
    },
  },
  'azure-devops': {
    label: 'Azure DevOps',
    place: 'Project settings, Service hooks, Web Hooks',
    steps: [
      'URL: the address. Basic authentication password: the secret; the username may be anything.',
      'Resource details to send: All.',
    ],
    events: {
      team: 'Trigger: Code pushed.',
      repository:
        'Two subscriptions with this address and secret, for this repository alone. Trigger of one: Code pushed. Of the other: Pull request updated.',
    },
  },
  gitea: {
    label: 'Gitea or Forgejo',
    place: 'Settings, Webhooks, Add Webhook, Gitea or Forgejo',
    steps: ['Target URL: the address. Secret: the secret.', 'POST content type: application/json.'],
    events: {
      team: 'Trigger on: Push Events.',
      repository:
        'Trigger on: Custom Events. Push, and of pull requests what is opened, closed, reopened or edited.',
    },
  },
}
