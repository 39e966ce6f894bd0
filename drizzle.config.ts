import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './db/schema/*.ts',
  out: './db/migrations',
  // The same in db/client.ts: both must derive one column name from one key.
  casing: 'snake_case',
})
