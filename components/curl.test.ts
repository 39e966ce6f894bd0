import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { curlText } from './curl.ts'

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://berth.example.com' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

it('a read is its address alone', () => {
  expect(curlText({ path: '/api/v1/teams' })).toBe(
    `curl --fail-with-body -H "Authorization: Bearer $TOKEN" 'https://berth.example.com/api/v1/teams'`,
  )
})

it('a write has its headers and its body, and quotes in it stay quotes', () => {
  const sent = {
    method: 'PUT',
    path: '/api/v1/teams/ieb',
    headers: { 'If-Match': '"5"' },
    body: { description: "It’s Ada's" },
  }
  expect(curlText(sent)).toBe(
    String.raw`curl --fail-with-body -X PUT -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H 'If-Match: "5"' --data '{"description":"It’s Ada'\''s"}' 'https://berth.example.com/api/v1/teams/ieb'`,
  )
})
