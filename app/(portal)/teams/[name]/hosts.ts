import type { GitHost } from '#lib/domain/git/push.ts'

/** What people call a Git host, and what to enter there: each field with its value. */
export const HOSTS: Readonly<
  Record<
    GitHost,
    { readonly label: string; readonly place: string; readonly steps: readonly string[] }
  >
> = {
  github: {
    label: 'GitHub',
    place: 'Settings, Webhooks, Add webhook',
    steps: [
      'Payload URL: the address. Secret: the secret.',
      'Content type: application/json.',
      'Just the push event.',
    ],
  },
  gitlab: {
    label: 'GitLab',
    place: 'Settings, Webhooks, Add new webhook',
    steps: ['URL: the address. Secret token: the secret.', 'Trigger: Push events.'],
  },
  'azure-devops': {
    label: 'Azure DevOps',
    place: 'Project settings, Service hooks, Web Hooks',
    steps: [
      'Trigger: Code pushed.',
      'URL: the address. Basic authentication password: the secret; the username may be anything.',
      'Resource details to send: All.',
    ],
  },
  gitea: {
    label: 'Gitea or Forgejo',
    place: 'Settings, Webhooks, Add Webhook, Gitea or Forgejo',
    steps: [
      'Target URL: the address. Secret: the secret.',
      'POST content type: application/json.',
      'Trigger on: Push Events.',
    ],
  },
}
