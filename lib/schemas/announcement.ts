import { z } from 'zod'
import { LIVE_TOPICS } from './live.ts'

/** How processes tell each other: a name of the text, then of each topic the tenant, and the ids unless they are too many. */
export const announcementText = z.tuple([
  z.string(),
  z.array(
    z.tuple([z.int(), z.enum(LIVE_TOPICS), z.array(z.union([z.string(), z.int()])).nullable()]),
  ),
])
