import { z } from 'zod'
import { readLabels } from '#lib/domain/labels/labels.ts'
import { applicationIssues } from '#lib/domain/objects/application-issues.ts'
import type { Application } from '#lib/domain/objects/objects.ts'
import { type Checked, checked, refused } from '#lib/domain/text/issue.ts'
import { ignoredStatus, labelMap, readShape } from './shape.ts'
import { objectStatus } from './status.ts'

export const applicationInput = z
  .strictObject({
    name: z.string().meta({ examples: ['app1'] }),
    description: z.string().default(''),
    repo_url: z.string().meta({ examples: ['https://git.example.com/ieb/app1.git'] }),
    repo_branch: z.string().meta({ examples: ['master'] }),
    repo_path: z.string().meta({ examples: ['manifest/app1'] }),
    metadata: labelMap.default({}),
    namespace: z.string().meta({ description: "The owning team's name.", examples: ['ieb'] }),
    status: ignoredStatus,
  })
  .meta({ id: 'ApplicationInput' })

export const applicationOutput = z
  .strictObject({
    name: z.string(),
    description: z.string(),
    repo_url: z.string(),
    repo_branch: z.string(),
    repo_path: z.string(),
    metadata: z.record(z.string(), z.string()),
    namespace: z.string(),
    status: objectStatus,
  })
  .meta({ id: 'Application' })

/** An application from the JSON that people send, with every issue of its shape or else of its content. */
export function readApplication(json: unknown): Checked<Application> {
  const shape = readShape(applicationInput, json)
  if (!shape.ok) return shape
  const { value } = shape
  const labels = readLabels(value.metadata, ['metadata'])
  if (!labels.ok) return refused(labels.issues)
  const application: Application = {
    kind: 'application',
    team: value.namespace,
    name: value.name,
    description: value.description,
    repoUrl: value.repo_url,
    repoBranch: value.repo_branch,
    repoPath: value.repo_path,
    labels: labels.value,
  }
  return checked(application, applicationIssues(application))
}
