import { expect } from '@playwright/test'
import type { Portal } from './portal.ts'

/** Writes through the API as the admin of a portal's token; fails if that is refused. */
export async function call(
  { url, token }: Pick<Portal, 'url' | 'token'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    body: body === undefined ? null : JSON.stringify(body),
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'If-Match': '*',
    },
  })
  expect(answer.status, path).toBeLessThan(300)
  return answer
}
