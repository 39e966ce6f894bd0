import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { untilAlive } from './alive.ts'

/** The accounts of the demo's identity provider. */
const ACCOUNTS = {
  'Ada Admin': 'ada',
  'Cory Contributor': 'cory',
  'Ines of ieb': 'ines',
  'Rita Reader': 'rita',
  'Nils Newcomer': 'nils',
} as const

export type Person = keyof typeof ACCOUNTS

/** Signs in through the demo's provider by requests alone, without the sign-in page. */
export async function signInAs({ request }: Pick<Page, 'request'>, person: Person): Promise<void> {
  const hint = { login_hint: ACCOUNTS[person], prompt: 'login' }
  const answer = await request.get(await beginSignIn(request, 'oidc', hint))
  expect(answer.status()).toBe(200)
}

/** The address at a provider where somebody who signs in without the sign-in page goes on. It leads back to who they are. */
export async function beginSignIn(
  request: APIRequestContext,
  provider: string,
  params: Readonly<Record<string, string>> = {},
): Promise<string> {
  const token: unknown = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken: textOf(token, 'csrfToken'), callbackUrl: '/api/v1/me', json: 'true' }
  const begun = await request.post(`/api/auth/signin/${provider}`, { form, params })
  return textOf(await begun.json(), 'url')
}

function textOf(answer: unknown, name: string): string {
  const entry = Object.entries(answer ?? {}).find(([key]) => key === name)
  if (entry) return String(entry[1])
  throw new Error(`next-auth gave no ${name}`)
}

export async function choosePerson(page: Page, person: Person): Promise<void> {
  const before = page.url()
  await page.getByRole('button', { name: person }).click()
  await page.waitForURL(({ href }) => href !== before)
  await untilAlive(page)
}
