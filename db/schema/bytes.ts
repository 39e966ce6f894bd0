import { customType } from 'drizzle-orm/pg-core'

/** What is no text: hashes, and what was sealed. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
