/** How people call a version; `the branch`: what an application had before it followed versions. */
export function versionWords(
  version: { readonly number: number; readonly name: string | null } | null,
): string {
  if (version === null) return 'the branch'
  return version.name ?? `version ${version.number}`
}
