import type { RepositorySettingsJson } from '#lib/schemas/repository-settings.ts'
import type { SecretEdit } from './secret-field.tsx'

/** The settings as they are typed. */
export type SettingsDraft = {
  readonly repoUrl: string
  readonly pullUrl: string
  readonly branchPattern: string
  readonly shards: string
  readonly username: string
  readonly token: SecretEdit
  readonly sshKey: SecretEdit
  readonly knownHosts: string
}

export function draftOf(settings: RepositorySettingsJson): SettingsDraft {
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

/** As the API takes it: a secret that is to stay is left out, and an empty one is none that was typed. */
export function bodyOf(draft: SettingsDraft): Readonly<Record<string, unknown>> {
  const shards = Number(draft.shards)
  return {
    repo_url: draft.repoUrl.trim(),
    pull_url: draft.pullUrl.trim() === '' ? null : draft.pullUrl.trim(),
    branch_pattern: draft.branchPattern.trim(),
    shards: draft.shards.trim() === '' || Number.isNaN(shards) ? draft.shards : shards,
    username: draft.username.trim(),
    ...(draft.token !== undefined && draft.token !== '' && { token: draft.token }),
    ...(draft.sshKey !== undefined && draft.sshKey !== '' && { ssh_key: draft.sshKey }),
    ssh_known_hosts: draft.knownHosts.trim() === '' ? null : draft.knownHosts,
  }
}
