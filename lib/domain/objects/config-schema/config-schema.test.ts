import { expect, it } from 'vitest'
import { aConfigSchema } from '#lib/domain/testing/objects.ts'
import type { Values } from '#lib/domain/values/values.ts'
import { configSchemaIssues } from './config-schema-issues.ts'

const schemaWith = (password: Values, team: string | null) =>
  aConfigSchema({
    name: 'login',
    team,
    schema: {
      type: 'object',
      properties: { login: { type: 'object', properties: { password } } },
    },
  })

const codes = (password: Values, team: string | null) =>
  configSchemaIssues(schemaWith(password, team)).map(({ path, code }) => [path.join('.'), code])

it('refuses a default that looks like a secret, unless the platform says that it is none', () => {
  const secret = { type: 'string', default: 'hunter2' }
  expect(codes(secret, null)).toEqual([['schema', 'looks_like_secret']])
  expect(codes({ ...secret, 'x-berth-not-secret': true }, null)).toEqual([])
  expect(codes({ ...secret, 'x-berth-not-secret': true }, 'ieb')).toEqual([
    ['schema', 'looks_like_secret'],
  ])
  expect(codes({ type: 'string' }, null)).toEqual([])
})
