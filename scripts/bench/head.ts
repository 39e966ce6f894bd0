// What the figures were measured on: the machine, the programs, the fleet.
import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { sql } from 'drizzle-orm'
import { count } from './report.ts'
import { inStand, type Stand } from './stand.ts'

const run = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

export async function describeRun(stand: Stand): Promise<string> {
  return [checkout(), machine(), await programs(stand), await fleet(stand)].join('\n')
}

function checkout(): string {
  const edited = run('status', '--porcelain', '--untracked-files=no') !== ''
  return `commit ${run('rev-parse', '--short=12', 'HEAD')}${edited ? ', edited since' : ''}, ${new Date().toISOString().slice(0, 10)}`
}

function machine(): string {
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0)
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GiB, ${process.platform} ${process.arch}`
}

async function programs({ owner }: Stand): Promise<string> {
  const [row] = await owner.client<{ version: string }[]>`
    select current_setting('server_version') as version`
  const gitVersion = run('--version').replace('git version ', '')
  return `Node.js ${process.version}, Postgres ${row?.version} (embedded), git ${gitVersion}`
}

async function fleet(stand: Stand): Promise<string> {
  const [row] = await inStand(stand, ({ tx, tenant }) =>
    tx.execute<{
      clusters: number
      labels: number
      applications: number
      teams: number
      policies: number
      placements: number
    }>(sql`
      select count(*) filter (where kind = 'cluster')::int as clusters,
        count(*) filter (where kind = 'application')::int as applications,
        count(*) filter (where kind = 'team')::int as teams,
        count(*) filter (where kind = 'target-policy')::int as policies,
        (select count(*)::int from labels l
          where l.tenant = ${tenant} and l.kind = 'cluster' and l.ended is null
            and l.key not in ('name', 'environment')) as labels,
        (select count(*)::int from placements p where p.tenant = ${tenant}) as placements
      from revisions where tenant = ${tenant} and ended is null`),
  )
  if (row === undefined) throw new Error('The fleet was not counted')
  const labels = (row.labels / row.clusters).toFixed(1)
  return `${count(row.clusters)} clusters x ${labels} labels, ${row.applications} applications in ${row.teams} teams, ${row.policies} policies, ${count(row.placements)} placements`
}
