import { findTenant } from '#db/queries/tenants.ts'
import { TOKEN_ROLES } from '#lib/domain/access/token-grant.ts'
import { TOKEN_DAYS_MAX } from '#lib/schemas/token.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { boot } from '#lib/start/boot.ts'
import { createToken } from '#lib/usecases/tokens/create.ts'
import { readOptions } from './arguments.ts'

const USAGE =
  'npm run token -- --role admin|contributor|reader|announcer|scheduler [--tenant NAME] [--team NAME] [--cluster NAME] [--scheduler NAME] [--days N]'

const values = readOptions(
  {
    role: { type: 'string' },
    tenant: { type: 'string' },
    team: { type: 'string' },
    cluster: { type: 'string' },
    scheduler: { type: 'string' },
    days: { type: 'string', default: '90' },
  },
  USAGE,
)
const role = TOKEN_ROLES.find((known) => known === values.role)
const days = Number(values.days)
const [isOfTeam, isOfCluster, isScheduler] = [values.team, values.cluster, values.scheduler].map(
  (name) => name !== undefined,
)
const isLimited =
  isScheduler === (role === 'scheduler') &&
  !(isScheduler && (isOfTeam || isOfCluster)) &&
  (role !== 'announcer' || (isOfTeam && !isOfCluster))
if (!role || !isLimited || !Number.isInteger(days) || days < 1 || days > TOKEN_DAYS_MAX) {
  console.error(USAGE)
  process.exit(2)
}

// The log of this process would be printed before the token.
const environment = readEnvironment({ ...process.env, LOG_LEVEL: 'silent' })
const booted = await boot(environment)
try {
  const name = values.tenant ?? environment.tenantName
  const tenant = await findTenant(booted.services.database, name)
  if (!tenant) throw new Error(`There is no tenant ${name}.`)
  const token = await createToken(booted.services.database, tenant.id, {
    name: `npm run token (${role})`,
    role,
    team: values.team ?? null,
    cluster: values.cluster ?? null,
    scheduler: values.scheduler ?? null,
    days,
    createdBy: 'npm run token',
  })
  console.log(token)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await booted.stop()
}
