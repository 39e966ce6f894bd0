// Pushes as Git hosts tell of them. Only what is needed is read; hosts say much more, and say more with each release.
import { z } from 'zod'
import type { GitHost, Push } from '#lib/domain/git/push.ts'
import { isCommit } from '#lib/domain/text/commit.ts'
import { accepted, type Checked } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const commit = z.string().refine(isCommit, {
  message: 'A commit is all of its 40 or 64 digits, in lower case.',
  params: { code: 'bad_commit' },
})
const address = z.string().nullish()

const known = (...addresses: readonly (string | null | undefined)[]): readonly string[] =>
  addresses.filter((text) => text !== null && text !== undefined)

/** By which addresses each host says that its repository is reached. */
export const githubRepository = z
  .object({ clone_url: z.string(), ssh_url: address, html_url: address })
  .transform(({ clone_url, ssh_url, html_url }) => known(clone_url, ssh_url, html_url))
export const gitlabProject = z
  .object({ git_http_url: z.string(), git_ssh_url: address, web_url: address })
  .transform(({ git_http_url, git_ssh_url, web_url }) => known(git_http_url, git_ssh_url, web_url))
export const azureRepository = z
  .object({ remoteUrl: z.string(), sshUrl: address })
  .transform(({ remoteUrl, sshUrl }) => known(remoteUrl, sshUrl))

/**
 * Gitea and Forgejo say the same.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads#push
 * https://docs.gitea.com/usage/webhooks#event-information
 */
const githubPush = z
  .object({
    ref: z.string(),
    after: commit,
    repository: githubRepository,
  })
  .transform(({ ref, after, repository }) => ({
    addresses: repository,
    refs: [{ ref, commit: after }],
  }))

/** https://docs.gitlab.com/user/project/integrations/webhook_events/#push-events */
const gitlabPush = z
  .object({
    ref: z.string(),
    after: commit,
    project: gitlabProject,
  })
  .transform(({ ref, after, project }) => ({
    addresses: project,
    refs: [{ ref, commit: after }],
  }))

/** https://learn.microsoft.com/en-us/azure/devops/service-hooks/events#git.push */
const azurePush = z
  .object({
    resource: z.object({
      refUpdates: z.array(z.object({ name: z.string(), newObjectId: commit })),
      repository: azureRepository,
    }),
  })
  .transform(({ resource: { refUpdates, repository } }) => ({
    addresses: repository,
    refs: refUpdates.map(({ name, newObjectId }) => ({ ref: name, commit: newObjectId })),
  }))

/** Azure DevOps names the event and the delivery in the body. */
export const azureDelivery = z.object({ id: z.string(), eventType: z.string() })

/** What a host's webhook tells; `push` null: of something else. */
export type Told = {
  /** The host's name for this delivery, which a repeated one has, too; null: it gave none. */
  readonly delivery: string | null
  readonly push: Push | null
}

const PUSHES = { github: githubPush, gitea: githubPush, gitlab: gitlabPush } as const

/** A push from the body of a delivery that is of one. */
export function readPush(host: Exclude<GitHost, 'azure-devops'>, json: unknown): Checked<Push> {
  return readShape(PUSHES[host], json)
}

export function readAzureDelivery(json: unknown): Checked<Told> {
  const said = readShape(azureDelivery, json)
  if (!said.ok) return said
  const { id: delivery, eventType } = said.value
  if (eventType !== 'git.push') return accepted({ delivery, push: null })
  const push = readShape(azurePush, json)
  return push.ok ? accepted({ delivery, push: push.value }) : push
}
