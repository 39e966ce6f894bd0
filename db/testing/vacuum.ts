import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect } from '../connection.ts'

const PAUSE_MS = 50

/**
 * As in a running portal, where autovacuum has counted the tables and knows which rows everybody sees: again until it does,
 * as whoever looks at anything meanwhile, autovacuum too, keeps it from knowing.
 */
export async function vacuumFully(): Promise<void> {
  const { client, close } = await connect(inject('ownerUrl'))
  const isDone = async () => {
    // Also of the few dead rows that it else leaves for later, with their pages.
    await client.unsafe('vacuum (analyze, index_cleanup on)')
    const [row] = await client<{ done: boolean }[]>`
      select bool_and(relallvisible = relpages) as done from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`
    return row!.done
  }
  while (!(await isDone())) await pause(PAUSE_MS)
  await close()
}
