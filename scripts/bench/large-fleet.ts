// The large fleet: 100,000 clusters, 1,000 applications, 480 policies and about ten million placements. It is written by
// the code that stores a save, but without rendering and publishing anything, so that it takes only minutes.
import { sql } from 'drizzle-orm'
import { type Database, inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readTenantState } from '#db/queries/tenants.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { changedFiles } from '#lib/domain/impact/impact-files.ts'
import { impactOf } from '#lib/domain/impact/impact.ts'
import { refOf } from '#lib/domain/objects/objects.ts'
import { readDocument } from '#lib/schemas/document.ts'
import { resolveDrafts } from '#lib/usecases/changes/drafts.ts'
import { editOf } from '#lib/usecases/changes/edit.ts'
import type { ImpactDocument } from '#lib/usecases/changes/impact-document.ts'
import { keepPlan } from '#lib/usecases/changes/keep.ts'
import { rendererOf, type Plan } from '#lib/usecases/changes/plan.ts'
import type { Submission } from '#lib/usecases/changes/submission.ts'
import { PLAIN_WRITE } from '#lib/usecases/changes/write-options.ts'
import type { Context } from '#lib/usecases/define.ts'
import { ownOrigin, type TenantIdentity } from '#lib/usecases/session.ts'
import { readSent } from '#lib/usecases/objects/requested-object.ts'
import type { Services } from '#lib/usecases/services.ts'
import { repositoryOf } from '#lib/usecases/repository/tenant-repository.ts'
import {
  type BenchDocument,
  benchApplications,
  benchClusters,
  benchTeams,
  type FleetSize,
  SITES,
} from './fleet.ts'

export const LARGE_SIZE: FleetSize = {
  clusters: 100_000,
  applications: 1_000,
  teams: 20,
  policies: 480,
}

const CLUSTERS_AT_ONCE = 10_000
const POLICIES_AT_ONCE = 48
const FAMILIES = 40
/** Policies of a family begin so many sites apart and cover so many: each overlaps with the next. */
const SITE_STEP = 41
const SITES_EACH = 5

const ACTOR: Actor = {
  kind: 'system',
  id: 'bench',
  name: 'Benchmark',
  email: null,
  role: 'admin',
  teams: new Map(),
  groups: [],
  cluster: null,
  registers: false,
  announces: null,
  schedules: null,
  tellsOfRepository: false,
}

const OPTIONS: Submission['options'] = { ...PLAIN_WRITE, reason: 'Made for measuring' }

type Step = { readonly action: string; readonly documents: readonly BenchDocument[] }

/** Loads the fleet, one change for each step, as if all of it had been published. */
export async function loadLargeFleet(
  services: Services,
  tenant: TenantIdentity,
  size: FleetSize,
): Promise<void> {
  for (const step of stepsOf(size)) await keepStep(services, tenant, step)
  await inTenant(services.database, tenant.id, markPublished(tenant.id))
}

/** Creates the fleet, then adds three new versions, clusters that go to other sites, and a policy that pauses. */
function stepsOf(size: FleetSize): Step[] {
  const clusters = benchClusters(size)
  const applications = benchApplications(size)
  const policies = largePolicies(size)
  const moved = clusters.slice(0, Math.ceil(size.clusters / 50)).map((cluster) => ({
    ...cluster,
    metadata: { ...cluster.metadata, labels: { ...labelsOf(cluster), site: 'site-moved' } },
  }))
  const paused = { ...policies[0]!, spec: { ...policies[0]!.spec, suspended: true } }
  return [
    { action: 'objects.apply', documents: benchTeams(size) },
    { action: 'objects.apply', documents: applications },
    ...chunks(clusters, CLUSTERS_AT_ONCE).map((documents) => ({
      action: 'objects.apply',
      documents,
    })),
    ...chunks(policies, POLICIES_AT_ONCE).map((documents) => ({
      action: 'objects.apply',
      documents,
    })),
    ...applications.slice(0, 3).map((application) => ({
      action: 'applications.replace',
      documents: [{ ...application, spec: { ...application.spec, repo_branch: 'v2' } }],
    })),
    { action: 'objects.apply', documents: moved },
    { action: 'target-policies.replace', documents: [paused] },
    { action: 'target-policies.replace', documents: [policies[0]!] },
  ]
}

function labelsOf({ metadata }: BenchDocument): object {
  return 'labels' in metadata && typeof metadata.labels === 'object' ? metadata.labels! : {}
}

/** Each policy puts a family on the clusters of a few sites, every third one on two of four rings there. */
function largePolicies({ policies }: FleetSize): BenchDocument[] {
  return Array.from({ length: policies }, (_, index) => {
    const family = index % FAMILIES
    const round = Math.floor(index / FAMILIES)
    const first = family * 7 + round * SITE_STEP
    const sites = Array.from({ length: SITES_EACH }, (_, step) => `site-${(first + step) % SITES}`)
    const rings = index % 3 === 0 ? ',ring in (ring-0,ring-1)' : ''
    return {
      apiVersion: 'berth.dev/v1',
      kind: 'TargetPolicy',
      metadata: { name: `policy-${String(index).padStart(3, '0')}` },
      spec: {
        app_selector: `family=family-${family}`,
        cluster_selector: `site in (${sites.join(',')})${rings}`,
      },
    }
  })
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

async function keepStep(services: Services, tenant: TenantIdentity, step: Step): Promise<void> {
  const effects: (() => void)[] = []
  await inTenant(services.database, tenant.id, async (tx) => {
    const scope = { tx, tenant: tenant.id }
    const state = await readTenantState(scope, { lock: true })
    const context: Context = {
      services,
      tenant,
      actor: ACTOR,
      payer: 'system bench',
      origin: ownOrigin,
      scope,
      state: async () => state,
      fleet: () => services.fleets.at(scope, state.lastChange),
      authorize: () => undefined,
      afterCommit: (effect) => effects.push(effect),
    }
    const submission = submissionOf(services, step)
    const plan = await planOf(context, submission)
    await keepPlan(context, state, plan, documentOf(plan), submission)
  })
  for (const effect of effects) effect()
}

function submissionOf(services: Services, { action, documents }: Step): Submission {
  const drafts = documents.map((document) => {
    const read = readDocument(document)
    const object = read.ok ? readSent(read.value.kind, read.value.json, services) : read
    if (!object.ok) throw new Error(`a document of the benchmark: ${object.issues[0]?.reason}`)
    return {
      ref: refOf(object.value),
      after: object.value,
      verb: 'apply' as const,
      precondition: '*' as const,
      locate: (path: readonly (string | number)[]) => path,
    }
  })
  return { action, drafts, options: OPTIONS }
}

/** The plan of a save, without rendered files. */
async function planOf(context: Context, { drafts }: Submission): Promise<Plan> {
  const { services, tenant } = context
  const before = await context.fleet()
  const resolved = await resolveDrafts(context, before, drafts, { freeName: false, dryRun: true })
  const edits = resolved.map(({ kind, id, after }) => editOf(kind, id, after))
  const after = before.with(edits)
  const repository = await repositoryOf(context)
  const render = rendererOf(services, tenant, repository)
  const impact = impactOf(before, after, edits, { application: ({ repoBranch }) => repoBranch })
  const files = { ...changedFiles([], []), branches: ['main'] }
  return {
    repository,
    drafts: resolved,
    edits,
    after,
    impact,
    files,
    render,
    digest: '',
    touchedIn: [],
  }
}

function documentOf({ impact, files }: Plan): ImpactDocument {
  const { placements, applications, clusters } = impact.counts
  return {
    digest: '',
    placements,
    keptByOthers: 0,
    applications,
    clusters,
    items: [],
    itemsTotal: 0,
    nextItem: null,
    groups: null,
    groupsTotal: null,
    files: files.counts,
    branches: files.branches,
    branchesTotal: files.branches.length,
    warnings: [],
    confirmRemovals: null,
    confirmChanges: null,
    reasonRequired: false,
    guards: [],
    diff: null,
  }
}

const markPublished =
  (tenant: number) =>
  async (tx: TenantScope['tx']): Promise<void> => {
    await tx.execute(sql`
    update publications set state = 'published', commit = repeat('0', 40), published_at = now()
    where tenant = ${tenant}`)
  }

export async function placementsOf(database: Database, tenant: number): Promise<number> {
  return inTenant(database, tenant, async (tx) => {
    const { placementsTotal } = await readTenantState({ tx, tenant }, { lock: false })
    return placementsTotal
  })
}
