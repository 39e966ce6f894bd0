import { expect, it } from 'vitest'
import { createTestApi } from '#lib/http/testing/api.ts'
import { alertRule, documentOf } from '#lib/http/testing/bodies.ts'

it('alert rules are a hundred at most, because all are watched; each can still be edited', async () => {
  const api = await createTestApi()
  const rules = Array.from({ length: 100 }, (_, index) =>
    documentOf('alert-rule', { ...alertRule, name: `rule-${index}` }),
  )
  expect(await api.call('/apply', { body: rules })).toMatchObject({ status: 200 })
  expect(await api.call('/alert-rules', { body: { ...alertRule, name: 'more' } })).toMatchObject({
    status: 409,
    json: { code: 'too_many' },
  })
  const edited = await api.call('/alert-rules/rule-0', {
    method: 'PATCH',
    body: { description: 'Still edited' },
    headers: { 'if-match': '*' },
  })
  expect(edited.status).toBe(200)
})
