import { readWholeBacklog, type WholeBacklog } from '#db/queries/backlog.ts'
import type { Services } from '../services.ts'

export type ShownBacklog = Omit<WholeBacklog, 'databaseSeconds'> & {
  /** How far the database's clock, by which soak times end, is ahead of this process's. */
  readonly databaseAheadSeconds: number
}

export async function readBacklog({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<ShownBacklog> {
  const askedAt = clock().getTime()
  const { databaseSeconds, ...backlog } = await readWholeBacklog(database)
  // It was read somewhere between the two.
  const ownSeconds = (askedAt + clock().getTime()) / 2000
  return { ...backlog, databaseAheadSeconds: databaseSeconds - ownSeconds }
}
