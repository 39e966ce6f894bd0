import type { Issue } from '#lib/domain/text/issue.ts'

/**
 * The address that clusters pull stands in the AppProject's `sourceRepos`, where it must match only itself.
 *
 * https://github.com/argoproj/argo-cd/blob/37ee0097/pkg/apis/application/v1alpha1/app_project_types.go `IsSourcePermitted`
 */
export function pullUrlIssues(address: string): readonly Issue[] {
  if (!/[*?[\]{}!\\]/.test(address)) return []
  const reason =
    'The address must be exact: it holds one of * ? [ ] { } ! or a backslash, which Argo CD takes for a pattern.'
  return [{ path: [], code: 'url_glob', reason }]
}
