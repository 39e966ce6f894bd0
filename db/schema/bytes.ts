import { customType } from 'drizzle-orm/pg-core'

/** Values that aren't text: hashes, and sealed secrets. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** Bytes that the program handles as hexadecimal digits. */
export const hexBytes = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (digits) => Buffer.from(digits, 'hex'),
  fromDriver: (value) => value.toString('hex'),
})
