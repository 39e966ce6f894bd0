import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'
import type { SecretEdit } from './secret-field.tsx'

export type SettingsValues = {
  readonly repoUrl: string
  readonly pullUrl: string
  readonly branchPattern: string
  readonly shards: string
  readonly username: string
  readonly token: SecretEdit
  readonly sshKey: SecretEdit
  readonly knownHosts: string
}

export function valuesOf(settings: RepositorySettingsJson): SettingsValues {
  const isOwn = settings.status.source === 'tenant'
  return {
    repoUrl: isOwn ? (settings.repo_url ?? '') : '',
    pullUrl: isOwn ? (settings.pull_url ?? '') : '',
    branchPattern: settings.branch_pattern,
    shards: String(settings.shards),
    username: (isOwn ? settings.username : null) ?? 'berth',
    token: undefined,
    sshKey: undefined,
    knownHosts: isOwn ? (settings.ssh_known_hosts ?? '') : '',
  }
}

/** The body for the API. It has a secret only if one was typed or is to be removed. */
export function bodyOf(values: SettingsValues): Readonly<Record<string, unknown>> {
  const shards = Number(values.shards)
  return {
    repo_url: values.repoUrl.trim(),
    pull_url: values.pullUrl.trim() === '' ? null : values.pullUrl.trim(),
    branch_pattern: values.branchPattern.trim(),
    shards: values.shards.trim() === '' || Number.isNaN(shards) ? values.shards : shards,
    username: values.username.trim(),
    ...(values.token !== undefined && values.token !== '' && { token: values.token }),
    ...(values.sshKey !== undefined && values.sshKey !== '' && { ssh_key: values.sshKey }),
    ssh_known_hosts: values.knownHosts.trim() === '' ? null : values.knownHosts,
  }
}
