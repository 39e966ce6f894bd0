import { labelIssues } from '#lib/domain/labels/labels.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { descriptionIssues } from '#lib/domain/text/text.ts'
import { joinableNameIssues } from '../names.ts'
import { type Application, applicationLabels } from './application.ts'
import { dependencyIssues } from './dependency-issues.ts'
import { sourceIssues } from './source-issues.ts'
import { targetIssues } from './target-issues.ts'

/** Every issue of an application, with the API's field names in the paths; not whether its team may use its source. */
export function applicationIssues(application: Application): readonly Issue[] {
  const derived = applicationLabels({ ...application, labels: new Map() })
  return [
    ...joinableNameIssues(application.team, ['namespace']),
    ...joinableNameIssues(application.name, ['name']),
    ...descriptionIssues(application.description),
    ...sourceIssues(application),
    ...targetIssues(application.targets),
    ...dependencyIssues(application),
    ...labelIssues(application.labels, ['metadata'], derived),
  ]
}
