import { existsSync } from 'node:fs'
import path from 'node:path'
import { findTenant, listTenants, type TenantRow } from '#db/queries/tenants.ts'
import { type Environment, readEnvironment } from '#lib/settings/env.ts'
import { boot } from '#lib/start/boot.ts'
import { faultSentence, verifyTenantChain } from '#lib/usecases/audit/verify.ts'
import type { Services } from '#lib/usecases/services.ts'
import { embeddedName } from '#lib/usecases/repository/tenant-repository.ts'
import { verifyTrailers } from '#lib/worker/audit-trailers.ts'
import { readOptions } from './arguments.ts'

const USAGE = 'npm run audit:verify -- [--tenant NAME [--git DIRECTORY]]'

const values = readOptions({ tenant: { type: 'string' }, git: { type: 'string' } }, USAGE)
if (values.git !== undefined && values.tenant === undefined) {
  console.error(`A repository is one tenant's.\n\n${USAGE}`)
  process.exit(2)
}

const environment = readEnvironment({ ...process.env, LOG_LEVEL: 'silent' })
requireInstallation(environment)
const booted = await boot(environment)
try {
  for (const tenant of await chosenTenants(booted.services)) {
    const { ok, text } = await verify(booted.services, tenant)
    console.log(`${tenant.name}: ${text}`)
    if (!ok) process.exitCode = 1
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await booted.stop()
}

/** Without this, a first start would create the installation, and nothing would be verified. */
function requireInstallation({ databaseUrl, dataDirectory }: Environment): void {
  if (databaseUrl !== null || existsSync(path.join(dataDirectory, 'secrets.json'))) return
  console.error(`There is no installation in ${dataDirectory}: set BERTH_DATA_DIR or DATABASE_URL.`)
  process.exit(1)
}

async function chosenTenants({ database }: Services): Promise<readonly TenantRow[]> {
  if (values.tenant === undefined) return listTenants(database)
  const tenant = await findTenant(database, values.tenant)
  if (!tenant) throw new Error(`There is no tenant ${values.tenant}.`)
  return [tenant]
}

type Verdict = { readonly ok: boolean; readonly text: string }

async function verify({ database }: Services, tenant: TenantRow): Promise<Verdict> {
  const step = await verifyTenantChain(database, tenant.id)
  if (!step.ok) return { ok: false, text: faultSentence(step.fault) }
  const chain = `intact, ${step.end.id} events, head ${step.end.hash}`
  const directory = repositoryOf(environment, tenant)
  if (directory === null) return { ok: true, text: chain }
  const trailers = await verifyTrailers(database, tenant.id, directory)
  if (!trailers.ok) return { ok: false, text: trailers.sentence }
  const text = `${chain}, as ${trailers.commits} commits have it`
  if (trailers.givenUp === 0) return { ok: true, text }
  return { ok: true, text: `${text}; ${trailers.givenUp} more are of a history that was given up` }
}

/** The repository with the tenant's commits on this machine; null: there is none, or none yet. */
function repositoryOf(environment: Environment, tenant: TenantRow): string | null {
  if (values.git !== undefined) return path.resolve(values.git)
  const directory = path.join(environment.dataDirectory, embeddedName(environment, tenant))
  return existsSync(directory) ? directory : null
}
