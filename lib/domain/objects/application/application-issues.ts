import { repoUrlIssues } from '#lib/domain/addresses/repo-url.ts'
import { labelIssues } from '#lib/domain/labels/labels.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { joinableNameIssues } from '../names.ts'
import { type Application, applicationLabels } from './application.ts'
import { dependencyIssues } from './dependency-issues.ts'
import { targetIssues } from './target-issues.ts'
import { repoBranchIssues, repoPathIssues } from '../repository.ts'

/** Every issue of an application, with the API's field names in the paths; not whether its team may use the repository. */
export function applicationIssues(application: Application): readonly Issue[] {
  const derived = applicationLabels({ ...application, labels: new Map() })
  return [
    ...joinableNameIssues(application.team, ['namespace']),
    ...joinableNameIssues(application.name, ['name']),
    ...descriptionIssues(application.description),
    ...repoUrlIssues(application.repoUrl, ['repo_url']),
    ...repoBranchIssues(application.repoBranch, ['repo_branch']),
    ...repoPathIssues(application.repoPath, ['repo_path']),
    ...targetIssues(application.targets),
    ...dependencyIssues(application),
    ...labelIssues(application.labels, ['metadata'], derived),
  ]
}
