import { customType } from 'drizzle-orm/pg-core'

/** What is no text: hashes, and what was sealed. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Bytes that the program has as hexadecimal digits. */
export const hexBytes = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (digits) => Buffer.from(digits, 'hex'),
  fromDriver: (value) => value.toString('hex'),
})
