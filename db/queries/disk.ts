import { sql } from 'drizzle-orm'
import type { Transaction } from '../client.ts'

/**
 * Has the server write a few temporary megabytes: a sort beyond its memory limit goes to a file. Throws the server's error
 * when it can't. Begins a transaction, so it must be called outside of one.
 */
export async function tryDisk(queries: Transaction): Promise<void> {
  await queries.execute(sql`begin`)
  try {
    await queries.execute(sql`set local work_mem = '64kB'`)
    await queries.execute(sql`
      select count(*) from (
        select repeat('x', 100) || n as line from generate_series(1, 40000) n order by 1 offset 0
      ) as lines`)
  } finally {
    await queries.execute(sql`rollback`)
  }
}
