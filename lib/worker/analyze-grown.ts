// Tells the planner soon what a large import, or the first reports of many clusters, brought.
import { analyzeGrownTables } from '#db/queries/statistics.ts'
import type { PublisherWorld } from './world.ts'

export async function analyzeGrown({ services }: PublisherWorld): Promise<void> {
  const { database, log } = services
  try {
    const names = await analyzeGrownTables(database)
    if (names.length > 0) log.info({ tables: names }, 'tables grew and were analyzed')
  } catch (error) {
    log.error({ err: error }, 'tables that grew were not analyzed')
  }
}
