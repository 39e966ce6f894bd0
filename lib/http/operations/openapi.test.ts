import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { describedOf } from '#lib/http/testing/conformance.ts'
import { openApiDocument } from './openapi.ts'
import { operations } from './operations.ts'

describe('the OpenAPI document', () => {
  const document = openApiDocument()

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate({ ...document })
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  it('shows every operation of the table and no other, each once', () => {
    const shown = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item).map(
        (method) => `${method.toUpperCase()} ${path} ${describedOf(path, method)?.operationId}`,
      ),
    )
    expect(shown.sort()).toEqual(
      operations.map(({ id, method, path }) => `${method} ${path} ${id}`).sort(),
    )
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  })

  it('asks for a bearer token everywhere, but of Git hosts, which have the secret of a hook', () => {
    expect(document.security).toEqual([{ bearer: [] }])
    const { '/hooks/{id}': hook, ...others } = document.paths ?? {}
    expect(hook?.post).toMatchObject({ operationId: 'receivePush', security: [] })
    expect(JSON.stringify([others, hook?.delete])).not.toContain('"security"')
  })

  it.each(operations)(
    'tells every status that $id can answer',
    ({ method, path, headers, body }) => {
      const statuses = Object.keys(describedOf(path, method)!.responses).map(Number)
      expect(statuses).toEqual(expect.arrayContaining([400, 401, 404]))
      if (method !== 'GET') expect(statuses).toEqual(expect.arrayContaining([403, 409, 422]))
      if (body) expect(statuses).toEqual(expect.arrayContaining([413, 415]))
      if (headers.includes('If-Match')) expect(statuses).toEqual(expect.arrayContaining([412, 428]))
    },
  )
})
