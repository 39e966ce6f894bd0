// Where a tenant's manifests go: as an admin writes it, with secrets that are accepted but never answered.
import { z } from 'zod'
import { ignoredStatus } from '#lib/domain/objects/fields.ts'
import {
  fleetRepositoryIssues,
  type RepositoryRules,
  type FleetRepository,
  unixLines,
} from '#lib/domain/git/fleet-repository.ts'
import { GUESSED_ACCESS, type PullRequestAccess } from '#lib/domain/git/pull-request-access.ts'
import { GIT_HOSTS } from '#lib/domain/git/push.ts'
import { accepted, type Checked, refused } from '#lib/domain/text/issue.ts'
import { readShape } from './shape.ts'

const secret = (what: string) =>
  z
    .string()
    .nullable()
    .optional()
    .meta({
      description: `${what} Kept encrypted and never answered. Left out: it stays; null: it is removed.`,
      writeOnly: true,
    })

const pullRequestsInput = z
  .strictObject({
    host: z.enum(GIT_HOSTS).nullable().default(null).meta({
      description:
        'Which program serves the repository (Gitea stands for Forgejo, too). Null: the one that its address tells.',
    }),
    api_url: z
      .string()
      .nullable()
      .default(null)
      .meta({
        description:
          'Where the host has its API, if not where it is by default; for Azure DevOps the address of the collection.',
        examples: ['https://git.example.com/api/v4'],
      }),
    token: secret('The token for the API, if it isn’t that of the repository.'),
    join: z.boolean().default(true).meta({
      description:
        'Whether later changes join the open pull request; otherwise they wait until it is merged.',
    }),
  })
  .nullable()
  .optional()
  .meta({
    description:
      'How pull requests are opened, for environments that publish by them. Left out: it stays; null: nothing is set.',
  })

export const repositorySettingsInput = z
  .strictObject({
    repo_url: z.string().meta({
      description: 'Where Berth pushes, over https or ssh.',
      examples: ['https://git.example.com/platform/fleet.git'],
    }),
    pull_url: z.string().nullable().default(null).meta({
      description: 'What clusters pull, if it differs.',
    }),
    branch_pattern: z
      .string()
      .default('main')
      .meta({
        description:
          'The branch of each cluster: text, `{shard}`, and any label in braces. It never begins with `berth/`.',
        examples: ['fleet/{environment}'],
      }),
    shards: z.number().int().default(100),
    username: z.string().default('berth').meta({ description: 'Sent with the token.' }),
    token: secret('The password or token for https.'),
    ssh_key: secret('The private key for ssh, without a passphrase.'),
    ssh_known_hosts: z.string().nullable().optional().meta({
      description: 'The keys of the host, as ssh-keyscan prints them. Left out: they stay.',
    }),
    pull_requests: pullRequestsInput,
    status: ignoredStatus,
  })
  .meta({ id: 'RepositorySettingsInput' })

export type RepositorySettingsBody = Omit<z.output<typeof repositorySettingsInput>, 'status'>

const isSet = z.enum(['set', 'unset'])

export const repositorySettingsOutput = z
  .strictObject({
    repo_url: z
      .string()
      .nullable()
      .meta({ description: 'Null: Berth holds the repository itself.' }),
    pull_url: z.string().nullable(),
    branch_pattern: z.string(),
    shards: z.number().int(),
    username: z.string().nullable(),
    token: isSet,
    ssh_key: isSet,
    ssh_known_hosts: z.string().nullable(),
    pull_requests: z.strictObject({
      host: z.enum(GIT_HOSTS).nullable(),
      api_url: z.string().nullable(),
      token: isSet,
      join: z.boolean(),
    }),
    status: z.strictObject({
      source: z.enum(['tenant', 'environment', 'embedded']).meta({
        description:
          'Whose settings these are: the tenant’s own, those that Berth was started with, or none.',
      }),
      pulled_from: z.string().meta({ description: 'The address that clusters pull.' }),
      pull_requests: z
        .strictObject({ host: z.enum(GIT_HOSTS), api_url: z.string() })
        .nullable()
        .meta({
          description:
            'Where pull requests are opened. Null: nowhere, as their host or a token for it isn’t known.',
        }),
      clusters: z.number().int().min(0),
      branches: z.array(
        z.strictObject({
          branch: z.string(),
          clusters: z.number().int().min(0),
          state: z.enum(['published', 'pending', 'proposed', 'failing']),
          commit: z.string().nullable(),
          error: z.string().nullable(),
        }),
      ),
      updated_at: z.iso.datetime().nullable(),
      updated_by: z.string().nullable(),
    }),
  })
  .meta({ id: 'RepositorySettings' })

export type RepositorySettingsJson = z.output<typeof repositorySettingsOutput>

export const repositoryMoveOutput = z
  .strictObject({
    branches: z.array(z.string()).meta({ description: 'Those that would be published in full.' }),
    confirmClusters: z.number().int().nullable().meta({
      description:
        'How many clusters pull from elsewhere afterwards and have to be bootstrapped again; null: none.',
    }),
  })
  .meta({ id: 'RepositoryMove' })

export const repositoryTrialInput = repositorySettingsInput.partial({ repo_url: true }).meta({
  id: 'RepositoryTrialInput',
  description: 'Without `repo_url`: the settings as they are.',
})

export const repositoryTrialOutput = z
  .strictObject({
    ok: z.boolean(),
    message: z.string(),
    branches: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'How many there are; null: unknown.' }),
    pull_requests: z
      .strictObject({ ok: z.boolean(), message: z.string() })
      .nullable()
      .meta({ description: 'What the host of its pull requests answers; null: it has none.' }),
  })
  .meta({ id: 'RepositoryTrial' })

export type RepositoryTrial = z.output<typeof repositoryTrialOutput>

/** Checks only the shape of what people sent; `mergedRepository` checks its content, together with what is stored. */
export function readRepositorySettings(json: unknown): Checked<RepositorySettingsBody> {
  return readShape(repositorySettingsInput, json)
}

/** The settings that `body` makes with the stored secrets, or every issue of their content. */
export function mergedRepository(
  body: RepositorySettingsBody,
  stored: Pick<FleetRepository, 'token' | 'sshKey' | 'sshKnownHosts' | 'pullRequests'>,
  rules: RepositoryRules,
): Checked<FleetRepository> {
  const merged: FleetRepository = {
    repoUrl: body.repo_url,
    pullUrl: body.pull_url,
    branchPattern: body.branch_pattern,
    shards: body.shards,
    username: body.username,
    token: body.token === undefined ? stored.token : body.token,
    sshKey: body.ssh_key === undefined ? stored.sshKey : linesOf(body.ssh_key),
    sshKnownHosts:
      body.ssh_known_hosts === undefined ? stored.sshKnownHosts : linesOf(body.ssh_known_hosts),
    pullRequests: mergedAccess(body.pull_requests, stored.pullRequests),
  }
  const issues = fleetRepositoryIssues(merged, rules)
  return issues.length === 0 ? accepted(merged) : refused(issues)
}

/** What `body` makes of the stored settings of pull requests. */
export function mergedAccess<Secret>(
  body: RepositorySettingsBody['pull_requests'],
  stored: PullRequestAccess<Secret>,
): PullRequestAccess<Secret | string> {
  if (body === undefined) return stored
  if (body === null) return GUESSED_ACCESS
  const { host, api_url: apiUrl, join, token } = body
  return { host, apiUrl, join, token: token === undefined ? stored.token : token }
}

const linesOf = (text: string | null) => (text === null ? null : unixLines(text))
