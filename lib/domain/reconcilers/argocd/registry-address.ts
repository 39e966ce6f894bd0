// How Argo CD is told of the address of a registry. With `oci://` it means an artifact, whatever else the source says, so that of
// charts is written without, and a project permits an address as it is written.
// https://github.com/argoproj/argo-cd/blob/v3.2.1/reposerver/repository/repository.go `runRepoOperation`,
// https://github.com/argoproj/argo-cd/blob/v3.2.1/pkg/apis/application/v1alpha1/app_project_types.go `IsSourcePermitted`

/** The address of a repository of charts. */
export function chartRepository(url: string): string {
  return url.replace(/^oci:\/\//, '')
}

/**
 * The spellings of an address in a project. What Go can't parse, as a port after a host that begins with a digit, is compared as the
 * empty text, which would permit all others of that sort; no chart is there.
 * https://github.com/argoproj/argo-cd/blob/v3.2.1/util/git/git.go `NormalizeGitURL`
 */
export function spellings(url: string): readonly string[] {
  const bare = chartRepository(url)
  return bare === url || /^\d[^/]*:/.test(bare) ? [url] : [url, bare]
}
