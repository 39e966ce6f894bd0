// The database of a portal that runs, as the owner of its tables, who sees the rows of all tenants.
import type { Sql } from 'postgres'
import { openClient } from '#db/testing/open-client.ts'
import { startEmbedded } from '#db/embedded.ts'
import { openSecrets } from '#lib/secrets/secrets.ts'

export async function asOwner<T>(dataDirectory: string, use: (sql: Sql) => Promise<T>): Promise<T> {
  const secrets = await openSecrets(dataDirectory)
  const server = await startEmbedded({ dataDir: dataDirectory, secrets })
  const sql = openClient(server.ownerUrl)
  try {
    return await use(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** Makes what people may do seem read so many minutes earlier. */
export async function ageRights(dataDirectory: string, minutes: number): Promise<void> {
  await asOwner(
    dataDirectory,
    (sql) => sql`update people set
      read_at = read_at - make_interval(mins => ${minutes}),
      tried_at = tried_at - make_interval(mins => ${minutes})`,
  )
}
