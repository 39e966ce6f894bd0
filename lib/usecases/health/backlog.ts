import { readWholeBacklog, type WholeBacklog } from '#db/queries/backlog.ts'
import type { Services } from '../services.ts'

export function readBacklog({ database }: Pick<Services, 'database'>): Promise<WholeBacklog> {
  return readWholeBacklog(database)
}
