// Whether the server has room on its disk.
import { sql } from 'drizzle-orm'
import type { Transaction } from '../client.ts'

/**
 * Has the server write a few megabytes that are gone afterwards: what is sorted beyond the memory for it goes into a file.
 * Throws what the server says when it can't. Begins a transaction, so it is asked outside of any.
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
