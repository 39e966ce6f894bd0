import type { SecretEdit } from '#components/object-form/secret-field.tsx'
import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'

/** What was typed, by the names of the API’s fields. */
export type SettingsValues = {
  readonly repo_url: string
  readonly pull_url: string
  readonly branch_pattern: string
  readonly shards: string
  readonly username: string
  readonly token: SecretEdit
  readonly ssh_key: SecretEdit
  readonly ssh_known_hosts: string
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
  }
}

/** The body for the API. It has a secret only if one was typed or is to be removed. */
export function bodyOf(values: SettingsValues): Readonly<Record<string, unknown>> {
  const shards = Number(values.shards)
  return {
    repo_url: values.repo_url.trim(),
    pull_url: values.pull_url.trim() === '' ? null : values.pull_url.trim(),
    branch_pattern: values.branch_pattern.trim(),
    shards: values.shards.trim() === '' || Number.isNaN(shards) ? values.shards : shards,
    username: values.username.trim(),
    ...(values.token !== undefined && values.token !== '' && { token: values.token }),
    ...(values.ssh_key !== undefined && values.ssh_key !== '' && { ssh_key: values.ssh_key }),
    ssh_known_hosts: values.ssh_known_hosts.trim() === '' ? null : values.ssh_known_hosts,
  }
}
