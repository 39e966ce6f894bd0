import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import { connect } from '../connection.ts'

const PAUSE_MS = 50

/**
 * As in a running portal, where autovacuum has analysed the tables and marked the rows that everybody sees. Repeated until
 * it has, because any open transaction, autovacuum's own included, keeps rows from being marked.
 */
export async function vacuumFully(): Promise<void> {
  const { client, close } = await connect(inject('ownerUrl'))
  const isDone = async () => {
    // Also removes the few dead rows that it would otherwise leave for later, with their pages.
    await client.unsafe('vacuum (analyze, index_cleanup on)')
    const [row] = await client<{ done: boolean }[]>`
      select bool_and(relallvisible = relpages) as done from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`
    return row!.done
  }
  while (!(await isDone())) await pause(PAUSE_MS)
  await close()
}
