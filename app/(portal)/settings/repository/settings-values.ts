import type { SecretEdit } from '#components/object-form/secret-field.tsx'
import type { GitHost } from '#lib/domain/git/push.ts'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'

/** What was typed, by the names of the API’s fields; those of `pull_requests` begin with `pull_request`. */
export type SettingsValues = {
  readonly repo_url: string
  readonly pull_url: string
  readonly branch_pattern: string
  readonly shards: string
  readonly username: string
  readonly token: SecretEdit
  readonly ssh_key: SecretEdit
  readonly ssh_known_hosts: string
  /** Empty: the one that the address tells. */
  readonly pull_request_host: GitHost | ''
  readonly pull_request_api_url: string
  readonly pull_request_token: SecretEdit
  readonly pull_request_join: boolean
}

export function valuesOf(settings: RepositorySettingsJson): SettingsValues {
  const isOwn = settings.status.source === 'tenant'
  return {
    repo_url: isOwn ? (settings.repo_url ?? '') : '',
    pull_url: isOwn ? (settings.pull_url ?? '') : '',
    branch_pattern: settings.branch_pattern,
    shards: String(settings.shards),
    username: (isOwn ? settings.username : null) ?? 'berth',
    token: undefined,
    ssh_key: undefined,
    ssh_known_hosts: isOwn ? (settings.ssh_known_hosts ?? '') : '',
    pull_request_host: (isOwn ? settings.pull_requests.host : null) ?? '',
    pull_request_api_url: (isOwn ? settings.pull_requests.api_url : null) ?? '',
    pull_request_token: undefined,
    pull_request_join: isOwn ? settings.pull_requests.join : true,
  }
}

/** The body for the API. It has a secret only if one was typed or is to be removed. */
export function bodyOf(values: SettingsValues): Readonly<Record<string, unknown>> {
  const shards = Number(values.shards)
  return {
    repo_url: values.repo_url.trim(),
    pull_url: textOrNull(values.pull_url),
    branch_pattern: values.branch_pattern.trim(),
    shards: values.shards.trim() === '' || Number.isNaN(shards) ? values.shards : shards,
    username: values.username.trim(),
    ...(isEdited(values.token) && { token: values.token }),
    ...(isEdited(values.ssh_key) && { ssh_key: values.ssh_key }),
    ssh_known_hosts: values.ssh_known_hosts.trim() === '' ? null : values.ssh_known_hosts,
    pull_requests: {
      host: values.pull_request_host === '' ? null : values.pull_request_host,
      api_url: textOrNull(values.pull_request_api_url),
      ...(isEdited(values.pull_request_token) && { token: values.pull_request_token }),
      join: values.pull_request_join,
    },
  }
}

const isEdited = (secret: SecretEdit) => secret !== undefined && secret !== ''

function textOrNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}
