// Takes all rows of a tenant out of the database and puts them back, as a backup does.
import { inject } from 'vitest'
import { connect } from '#db/connection.ts'
import type { TestApi } from '#lib/http/testing/api.ts'
import { createFleetStore } from '#lib/usecases/fleet-store.ts'

/** By table, in an order in which they can be inserted. */
export type Backup = ReadonlyMap<string, string>

type Restored = Pick<TestApi, 'services' | 'tenant'>
type Client = Awaited<ReturnType<typeof connect>>['client']

export async function backUp({ tenant }: Restored): Promise<Backup> {
  return asOwner(async (client) => {
    const backup = new Map<string, string>()
    for (const table of await tablesOf(client)) {
      const [row] = await client<{ rows: string }[]>`
        select coalesce(json_agg(t), '[]')::text as rows from ${client(table)} t
        where tenant = ${tenant.id}`
      backup.set(table, row!.rows)
    }
    return backup
  })
}

/** Restores the database from a backup; the services are those of a process that starts on it. */
export async function restore({ services, tenant }: Restored, backup: Backup): Promise<void> {
  await asOwner(async (client) => {
    const others = [...backup.keys()].filter((table) => table !== 'tenants')
    for (const table of others.toReversed()) {
      await client`delete from ${client(table)} where tenant = ${tenant.id}`
    }
    await putBackTenant(client, tenant.id, backup.get('tenants')!)
    for (const table of others) {
      await client.unsafe(
        `insert into ${table} overriding system value
          select * from json_populate_recordset(null::${table}, $1::text::json)`,
        [backup.get(table)!],
      )
    }
  })
  Object.assign(services, { fleets: createFleetStore() })
}

async function putBackTenant(client: Client, tenant: number, rows: string): Promise<void> {
  const columns = await client<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'tenants' and column_name <> 'tenant'`
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  await client.unsafe(
    `update tenants set (${names}) = (
      select ${names} from json_populate_recordset(null::tenants, $1::text::json)) where tenant = $2`,
    [rows, tenant],
  )
}

/** Every table; those that others refer to come first. */
async function tablesOf(client: Client): Promise<string[]> {
  const rows = await client<{ name: string; refers: string[] }[]>`
    select c.relname as name, to_json(array(
      select distinct f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid)) as refers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition`
  const sorted: string[] = []
  while (sorted.length < rows.length) {
    const free = rows.filter(
      ({ name, refers }) =>
        !sorted.includes(name) && refers.every((other) => sorted.includes(other)),
    )
    if (free.length === 0) throw new Error('tables refer to each other in a circle')
    sorted.push(...free.map(({ name }) => name))
  }
  return sorted
}

async function asOwner<T>(run: (client: Client) => Promise<T>): Promise<T> {
  const owner = await connect(inject('ownerUrl'))
  try {
    return await run(owner.client)
  } finally {
    await owner.close()
  }
}
