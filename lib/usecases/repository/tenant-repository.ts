// Which repository a tenant has: the one that its admin set; the environment's, for the tenant that the environment names;
// or one of this installation's own. Everything that needs to know asks here, in the transaction in which it decides.
import type { TenantScope } from '#db/queries/scope.ts'
import { readSettings, type SettingsRows, type StoredRepositoryRow } from '#db/queries/settings.ts'
import { type BranchPattern, parseBranchPattern } from '#lib/domain/git/branch-pattern.ts'
import type { PullRequestSettings } from '#lib/domain/git/pull-request.ts'
import { pullRequestLine, type PullRequestLine } from '#lib/domain/git/pull-request-access.ts'
import type { ApplicationKinds } from '#lib/domain/reconcilers/interface/application-kinds.ts'
import type { ManifestSettings } from '#lib/domain/reconcilers/interface/manifest-settings.ts'
import type { Environment } from '#lib/settings/env.ts'
import type { Context } from '../define.ts'
import type { TenantIdentity } from '../session.ts'
import type { PublishingServices } from '../services.ts'

export type RepositoryPlace = {
  readonly source: 'tenant' | 'environment' | 'embedded'
  /** Where Berth pushes; null: into a repository of this installation's own. */
  readonly repoUrl: string | null
  /** Where clusters pull. */
  readonly pullUrl: string
  readonly branchPattern: BranchPattern
  readonly shards: number
  /** Null: Berth can open none, as their host or a token for it isn't known. */
  readonly pullRequests: PullRequestSettings | null
  /** Different after every edit. */
  readonly revision: string
}

/** A tenant's repository with what its manifests depend on besides the model; its revision covers all of that. */
export type TenantRepository = RepositoryPlace & {
  readonly applicationKinds: readonly ApplicationKinds[]
}

/** The revision while a tenant has no settings of its own. */
const NO_REVISION = '0'
/** Always the same object, by which texts are cached that were rendered with it. */
const NO_KINDS: readonly ApplicationKinds[] = []

export function repositoryOf({ services, tenant, scope }: Context): Promise<TenantRepository> {
  return readTenantRepository(services, tenant, scope)
}

export async function readTenantRepository(
  { environment }: Pick<PublishingServices, 'environment'>,
  tenant: TenantIdentity,
  scope: TenantScope,
): Promise<TenantRepository> {
  return tenantRepository(environment, tenant, await readSettings(scope))
}

export function tenantRepository(
  environment: Environment,
  tenant: TenantIdentity,
  rows: SettingsRows,
): TenantRepository {
  const { repository: row, kinds } = rows
  const place = row === null ? defaultRepository(environment, tenant) : ownRepository(row)
  return { ...place, revision: revisionOf(rows), applicationKinds: kinds?.kinds ?? NO_KINDS }
}

export async function readRevision(scope: TenantScope): Promise<string> {
  return revisionOf(await readSettings(scope))
}

function revisionOf({ repository, kinds }: SettingsRows): string {
  return `${repository?.revision ?? NO_REVISION}/${kinds?.version ?? NO_REVISION}`
}

export function ownRepository(row: StoredRepositoryRow): RepositoryPlace {
  const { repoUrl, pullUrl, shards, revision } = row
  const branchPattern = patternOf(row.branchPattern)
  const pullRequests = pullRequestLine(row)?.settings ?? null
  const pull = { pullUrl: pullUrl ?? repoUrl, pullRequests }
  return { source: 'tenant', repoUrl, ...pull, branchPattern, shards, revision }
}

/**
 * The repository of a tenant without settings of its own. The environment's branch pattern holds for all tenants, because
 * it is a convention of the organisation; its address and credential are for the one tenant that it names.
 */
export function defaultRepository(
  environment: Environment,
  tenant: TenantIdentity,
): RepositoryPlace {
  const { repoUrl, pullUrl, branchPattern, shards } = environment.gitops
  const embeddedUrl = `${environment.url}/git/${embeddedName(environment, tenant)}`
  const layout = { branchPattern, shards, revision: NO_REVISION }
  if (tenant.name !== environment.tenantName) {
    return {
      source: 'embedded',
      repoUrl: null,
      pullUrl: embeddedUrl,
      pullRequests: null,
      ...layout,
    }
  }
  return {
    source: repoUrl === null ? 'embedded' : 'environment',
    repoUrl,
    pullUrl: pullUrl ?? repoUrl ?? embeddedUrl,
    pullRequests: environmentLine(environment)?.settings ?? null,
    ...layout,
  }
}

/** With what pull requests of the environment's repository are opened; null: none can be. */
export function environmentLine({ gitops }: Environment): PullRequestLine<string> | null {
  const { hostedUrl: repoUrl, token, pullRequests } = gitops
  return repoUrl === null ? null : pullRequestLine({ repoUrl, token, pullRequests })
}

/**
 * The name of a tenant's repository in the data directory, and in its address. No two tenants have the same one: a tenant
 * whose name would collide with the environment's gets a name that ends with a hyphen, which no tenant's name does.
 */
export function embeddedName(
  { tenantName }: Pick<Environment, 'tenantName'>,
  { name }: Pick<TenantIdentity, 'name'>,
): string {
  if (name === tenantName) return 'gitops.git'
  return name === 'gitops' ? 'gitops-.git' : `${name}.git`
}

/** How clusters are distributed over branches, as one text: equal texts put every cluster on the same branch. */
export function branchSetting({ branchPattern, shards }: BranchLayout): string {
  const { text } = branchPattern
  return text.includes('{shard}') ? `${text} (of ${shards})` : text
}

/** The branch that a clone checks out: the only one, where there is only one. */
export function headBranch({
  branchPattern: { text },
}: Pick<BranchLayout, 'branchPattern'>): string {
  return text.includes('{') ? 'main' : text
}

export type BranchLayout = Pick<RepositoryPlace, 'branchPattern' | 'shards'>

/** What the manifests of a tenant's repository depend on besides the model. */
export function manifestSettings(
  { environment }: Pick<PublishingServices, 'environment'>,
  tenant: TenantIdentity,
  { pullUrl, applicationKinds }: Pick<TenantRepository, 'pullUrl' | 'applicationKinds'>,
): ManifestSettings {
  const { installation, name } = tenant
  const { argocdNamespace, reporterImage: image, url } = environment
  return {
    installation,
    tenant: name,
    pullUrl,
    argocdNamespace,
    applicationKinds,
    reporter: image === null ? null : { image, url },
  }
}

/** A pattern that was checked before it was stored. */
function patternOf(text: string): BranchPattern {
  const pattern = parseBranchPattern(text)
  if (!pattern.ok) throw new Error('a branch pattern was kept that is none')
  return pattern.value
}
