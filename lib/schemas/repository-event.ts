// What Git hosts tell of the tenant's repository. Of all that they say, only which repository and which branch it is about is read.
import { z } from 'zod'
import type { GitHost } from '#lib/domain/git/push.ts'
import { branchesOf, type RepositoryEvent } from '#lib/domain/git/repository-event.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import { azureDelivery, azureRepository, githubRepository, gitlabProject } from './push.ts'
import { readShape } from './shape.ts'

/** Where it isn’t as expected, nothing is known. */
const unless = <Known extends z.ZodType>(schema: Known) => schema.nullable().catch(null)

const ref = unless(z.string())
const pushed = (refs: readonly (string | null)[]) =>
  refs.every((each) => each !== null) ? branchesOf(refs) : null

const githubPush = z
  .object({ ref, repository: githubRepository })
  .transform(({ repository, ...told }) => ({ addresses: repository, branches: pushed([told.ref]) }))

/**
 * Gitea and Forgejo say the same.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#pull_request
 */
const githubPullRequest = z
  .object({
    pull_request: unless(z.object({ base: z.object({ ref: z.string() }) })),
    repository: githubRepository,
  })
  .transform(({ repository, pull_request: pull }) => ({
    addresses: repository,
    branches: pull && [pull.base.ref],
  }))

const gitlabPush = z
  .object({ ref, project: gitlabProject })
  .transform(({ project, ...told }) => ({ addresses: project, branches: pushed([told.ref]) }))

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#merge-request-events */
const gitlabMergeRequest = z
  .object({
    object_attributes: unless(z.object({ target_branch: z.string() })),
    project: gitlabProject,
  })
  .transform(({ project, object_attributes: merged }) => ({
    addresses: project,
    branches: merged && [merged.target_branch],
  }))

const azurePush = z
  .object({
    resource: z.object({
      refUpdates: unless(z.array(z.object({ name: z.string() }))),
      repository: azureRepository,
    }),
  })
  .transform(({ resource: { refUpdates, repository } }) => ({
    addresses: repository,
    branches: refUpdates && pushed(refUpdates.map(({ name }) => name)),
  }))

/** https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.pullrequest.updated */
const azurePullRequest = z
  .object({ resource: z.object({ targetRefName: ref, repository: azureRepository }) })
  .transform(({ resource: { targetRefName, repository } }) => ({
    addresses: repository,
    branches: pushed([targetRefName]),
  }))

const azureEvent = azureDelivery.transform(({ eventType }) => eventType)

type EventSchema = z.ZodType<RepositoryEvent>

const EVENTS: Readonly<Record<GitHost, ReadonlyMap<string, EventSchema>>> = {
  github: new Map<string, EventSchema>([
    ['push', githubPush],
    ['pull_request', githubPullRequest],
  ]),
  gitea: new Map<string, EventSchema>([
    ['push', githubPush],
    ['pull_request', githubPullRequest],
  ]),
  gitlab: new Map<string, EventSchema>([
    ['Push Hook', gitlabPush],
    ['Merge Request Hook', gitlabMergeRequest],
  ]),
  'azure-devops': new Map<string, EventSchema>([
    ['git.push', azurePush],
    ['git.pullrequest.created', azurePullRequest],
    ['git.pullrequest.updated', azurePullRequest],
    ['git.pullrequest.merged', azurePullRequest],
  ]),
}

/** Which event of Azure DevOps it is, which the body alone says. */
export function readAzureEvent(json: unknown): Checked<string> {
  return readShape(azureEvent, json)
}

/** What a host tells by an event of this name; null: of nothing that a branch is looked at for. */
export function readRepositoryEvent(
  host: GitHost,
  event: string,
  json: unknown,
): Checked<RepositoryEvent | null> {
  const schema = EVENTS[host].get(event)
  return schema === undefined ? accepted(null) : readShape(schema, json)
}
