// Every setting, read from the environment and validated once. All problems are reported together, so that one failed start
// is enough to see them.
import path from 'node:path'
import { z } from 'zod'
import { parsePrefix } from '#lib/domain/addresses/special-addresses.ts'
import { parseBranchPattern } from '#lib/domain/git/branch-pattern.ts'
import { holdsCredentials, SHARDS_MAX } from '#lib/domain/git/fleet-repository.ts'
import { type PullRequestAccess, pullRequestIssues } from '#lib/domain/git/pull-request-access.ts'
import { GIT_HOSTS } from '#lib/domain/git/push.ts'
import { RECONCILERS } from '#lib/domain/reconcilers/registered.ts'
import { adminsSetting } from './admins-setting.ts'
import { identityProblems, identityVariables, readEntra, readOidc } from './identity-settings.ts'

/** It has a shell, kubectl, curl and jq. https://github.com/alpine-docker/k8s */
const REPORTER_IMAGE = 'docker.io/alpine/k8s:1.34.1'
const RESERVED_NAMESPACES = 'cert-manager,ingress-nginx,monitoring,flux-*,cattle-*'

/**
 * A name with a tag or digest, so that a cluster runs what was tried.
 * https://github.com/distribution/reference/blob/v0.6.0/reference.go
 */
const IMAGE = /^[a-z0-9][a-zA-Z0-9._:/-]*(?::\w[\w.-]{0,127}|@sha256:[0-9a-f]{64})$/
const dnsLabel = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be a DNS label')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
/** Sign-in redirects to it, and forms from any other origin are refused; neither has a use for a path. */
const portalUrl = httpUrl.refine(
  (text) => /^https?:\/\/[^/?#]+\/*$/.test(text),
  'must be an origin, such as https://berth.example.com, without a path',
)
/** The published AppProject allows nothing into the platform's own namespaces. */
const argocdNamespace = dnsLabel.refine(
  (name) => !/^kube-|-system$/.test(name),
  'must not be kube-* or *-system: Argo CD could not manage itself there',
)
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}
const branchPattern = z.string().transform((text, context) => {
  const pattern = parseBranchPattern(text)
  if (pattern.ok) return pattern.value
  for (const { reason } of pattern.issues) context.addIssue({ code: 'custom', message: reason })
  return z.NEVER
})
const NO_REPORTER = 'none'
const reporterImage = z
  .string()
  .refine(
    (text) => text === NO_REPORTER || IMAGE.test(text),
    `must be an image with a tag or digest, such as ${REPORTER_IMAGE}, or ${NO_REPORTER}`,
  )
  .transform((text) => (text === NO_REPORTER ? null : text))
/** Blocks of addresses; which of them are never called is not theirs to say (lib/adapters/outgoing/reach.ts). */
const networks = z
  .string()
  .transform((text) => text.split(',').map((network) => network.trim()))
  .refine(
    (all) => all.every((network) => parsePrefix(network) !== null),
    'must be blocks of addresses, such as 10.20.0.0/16,fd12:3456::/32',
  )
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })

const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  BERTH_URL: portalUrl.optional(),
  BERTH_PROXIES: wholeNumber(0, 10).default(0),
  BERTH_DATA_DIR: z.string().default('.data'),
  BERTH_TENANT: dnsLabel.default('default'),
  BERTH_ADMINS: adminsSetting.default([]),
  BERTH_RESERVED_NAMESPACES: z.string().default(RESERVED_NAMESPACES),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  GITOPS_REPO_URL: z.string().optional(),
  GITOPS_PULL_URL: z.string().optional(),
  GITOPS_BRANCH: branchPattern.prefault('main'),
  GITOPS_SHARDS: wholeNumber(1, SHARDS_MAX).default(100),
  GITOPS_USERNAME: z.string().default('berth'),
  GITOPS_TOKEN: z.string().optional(),
  GITOPS_SSH_KEY_FILE: z.string().optional(),
  GITOPS_SSH_KNOWN_HOSTS_FILE: z.string().optional(),
  GITOPS_PULL_REQUEST_HOST: z
    .enum(GIT_HOSTS, { error: `must be one of ${GIT_HOSTS.join(', ')}` })
    .optional(),
  GITOPS_PULL_REQUEST_API_URL: z.string().optional(),
  GITOPS_PULL_REQUEST_TOKEN: z.string().optional(),
  GITOPS_PULL_REQUEST_JOIN: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  BERTH_RATE_PER_SECOND: wholeNumber(1, 1_000_000).default(100),
  BERTH_RATE_BURST: wholeNumber(1, 1_000_000).default(1000),
  ARGOCD_NAMESPACE: argocdNamespace.default('argocd'),
  BERTH_OBSERVED_DAYS: wholeNumber(7, 3650).default(90),
  BERTH_REPORTER_IMAGE: reporterImage.prefault(REPORTER_IMAGE),
  BERTH_OUTGOING_NETWORKS: networks.default([]),
  BERTH_DEMO: z.enum(['1']).optional(),
  NEXTAUTH_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ...identityVariables,
})

type Given = Readonly<Record<string, string | undefined>>

export type Environment = ReturnType<typeof readEnvironment>

/** Thrown when the environment is invalid; `problems` are one sentence each, naming the variable. */
export class EnvironmentInvalid extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The environment is not valid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Reads and checks every setting. Empty variables count as unset. */
export function readEnvironment(source: Given) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...databaseProblems(given),
    ...credentialProblems(given),
    ...pullUrlProblems(given),
    ...pullRequestProblems(given),
    ...identityProblems(given),
  ]
  if (!parsed.success || problems.length > 0) throw new EnvironmentInvalid(problems)

  const settings = parsed.data
  const dataDirectory = path.resolve(settings.BERTH_DATA_DIR)
  return {
    port: settings.PORT,
    host: settings.HOST,
    url: (settings.BERTH_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, ''),
    /** How many reverse proxies are in front, each of which forwards the client's address. */
    proxies: settings.BERTH_PROXIES,
    dataDirectory,
    tenantName: settings.BERTH_TENANT,
    /** What makes somebody an admin of that tenant, whatever its settings say: the first way in. */
    admins: settings.BERTH_ADMINS,
    isDemo: settings.BERTH_DEMO === '1',
    /** Names that no team may take, because its namespace would be the platform's or Argo CD's own. */
    reservedNamespaces: [
      ...settings.BERTH_RESERVED_NAMESPACES.split(',').map((name) => name.trim()),
      settings.ARGOCD_NAMESPACE,
    ],
    /** What sessions are sealed with; null: the secret of the data directory. */
    sessionSecret: settings.NEXTAUTH_SECRET ?? null,
    /** Who signs people in; null: there is no provider of this kind. */
    identity: { entra: readEntra(settings), oidc: readOidc(settings) },
    /** What stored secrets are sealed with, the first key for new ones; null: the key of the data directory. */
    encryptionKeys: settings.BERTH_ENCRYPTION_KEYS,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL ?? null,
    gitops: {
      repoUrl: settings.GITOPS_REPO_URL ?? null,
      pullUrl: settings.GITOPS_PULL_URL ?? null,
      branchPattern: settings.GITOPS_BRANCH,
      shards: settings.GITOPS_SHARDS,
      username: settings.GITOPS_USERNAME,
      token: settings.GITOPS_TOKEN ?? null,
      sshKeyFile: settings.GITOPS_SSH_KEY_FILE ?? null,
      sshKnownHostsFile: settings.GITOPS_SSH_KNOWN_HOSTS_FILE ?? null,
      hostedUrl: hostedUrlOf(given),
      pullRequests: pullRequestsOf(given),
    },
    /** How many requests each principal may make of all replicas together. */
    rateLimit: { perSecond: settings.BERTH_RATE_PER_SECOND, burst: settings.BERTH_RATE_BURST },
    argocdNamespace: settings.ARGOCD_NAMESPACE,
    /** What tells Berth how a cluster's applications are; null: bootstraps bring nothing that does. */
    reporterImage: settings.BERTH_REPORTER_IMAGE,
    /** Private networks in which webhooks and sources of metrics are called, besides public addresses. */
    outgoingNetworks: settings.BERTH_OUTGOING_NETWORKS,
    /** For how many days what clusters said is kept in full; after that in counts by the day. */
    observedDays: settings.BERTH_OBSERVED_DAYS,
    logLevel: settings.LOG_LEVEL,
  }
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1', 'localhost']

/** Whether only this machine can reach the portal; otherwise the demo asks for a token. */
export function answersThisMachineAlone({ host }: Pick<Environment, 'host'>): boolean {
  return LOOPBACK_HOSTS.includes(host)
}

function databaseProblems(given: Given): string[] {
  const { DATABASE_URL: app, DATABASE_OWNER_URL: owner } = given
  if (owner && !app) {
    return [
      'DATABASE_URL: DATABASE_OWNER_URL is set, so the application needs a role of its own here.',
    ]
  }
  if (app && app === owner) {
    return ['DATABASE_OWNER_URL: it must be another role than DATABASE_URL; it only migrates.']
  }
  return []
}

const ADDRESSES = ['GITOPS_REPO_URL', 'GITOPS_PULL_URL', 'BERTH_URL'] as const

/** A secret in an address would be in logs and, where clusters pull, in every manifest. The sentences don't repeat it. */
function credentialProblems(given: Given): string[] {
  const remedies: Readonly<Record<(typeof ADDRESSES)[number], string>> = {
    GITOPS_REPO_URL:
      'Remove the user name and password from the address, and set GITOPS_USERNAME and GITOPS_TOKEN.',
    GITOPS_PULL_URL:
      'Remove the user name and password from the address: it is written to Git. Each cluster has a credential of its own.',
    BERTH_URL: 'Remove the user name and password from the address: it is written to Git.',
  }
  return ADDRESSES.filter((name) => holdsCredentials(given[name] ?? '')).map(
    (name) => `${name}: ${remedies[name]}`,
  )
}

function pullUrlProblems(given: Given): string[] {
  const name = given['GITOPS_PULL_URL'] === undefined ? 'GITOPS_REPO_URL' : 'GITOPS_PULL_URL'
  const issues = RECONCILERS.flatMap((each) => each.issues.pullUrl(given[name] ?? ''))
  return issues.map(({ reason }) => `${name}: ${reason}`)
}

/** The address by which its host knows the repository; null: Berth holds it. A directory that a host serves has that of pulls. */
function hostedUrlOf({ GITOPS_REPO_URL: repoUrl, GITOPS_PULL_URL: pullUrl }: Given): string | null {
  if (repoUrl === undefined) return null
  return /^(?:file:|\/)/.test(repoUrl) ? (pullUrl ?? repoUrl) : repoUrl
}

const PULL_REQUEST_VARIABLES = [
  'GITOPS_PULL_REQUEST_HOST',
  'GITOPS_PULL_REQUEST_API_URL',
  'GITOPS_PULL_REQUEST_TOKEN',
  'GITOPS_PULL_REQUEST_JOIN',
]

function pullRequestsOf(given: Given): PullRequestAccess<string> {
  return {
    host: GIT_HOSTS.find((host) => host === given['GITOPS_PULL_REQUEST_HOST']) ?? null,
    apiUrl: given['GITOPS_PULL_REQUEST_API_URL'] ?? null,
    token: given['GITOPS_PULL_REQUEST_TOKEN'] ?? null,
    join: given['GITOPS_PULL_REQUEST_JOIN'] !== '0',
  }
}

function pullRequestProblems(given: Given): string[] {
  const named = PULL_REQUEST_VARIABLES.find((name) => given[name] !== undefined)
  if (named === undefined) return []
  const repoUrl = hostedUrlOf(given)
  if (repoUrl === null) {
    return [
      `${named}: set GITOPS_REPO_URL, too: a repository that Berth holds has no pull requests.`,
    ]
  }
  const pullRequests = pullRequestsOf(given)
  const repository = { repoUrl, token: given['GITOPS_TOKEN'] ?? null, pullRequests }
  const issues = pullRequestIssues(repository, { loopback: given['BERTH_DEMO'] === '1' })
  return issues.map(
    ({ path: [, field], reason }) =>
      `GITOPS_PULL_REQUEST_${String(field).toUpperCase()}: ${reason}`,
  )
}
