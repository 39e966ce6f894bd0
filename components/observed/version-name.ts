import type { VersionName } from '#lib/domain/observed/running.ts'

/** What a version is called, or else its number. */
export function versionText({ number, name }: VersionName): string {
  return name ?? `version ${number}`
}
