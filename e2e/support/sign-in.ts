import { expect, type Page } from '@playwright/test'

export type Person =
  | 'Ada Admin'
  | 'Cory Contributor'
  | 'Ines of ieb'
  | 'Rita Reader'
  | 'Nils Newcomer'

/** Signs the page's browser in as somebody of the demo, without a look at the sign-in page. */
export async function signInAs({ request }: Page, person: Person): Promise<void> {
  const token: unknown = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken: csrfTokenOf(token), person, json: 'true' }
  const answer = await request.post('/api/auth/callback/demo', { form })
  expect(answer.status()).toBe(200)
}

function csrfTokenOf(answer: unknown): string {
  if (typeof answer === 'object' && answer !== null && 'csrfToken' in answer) {
    return String(answer.csrfToken)
  }
  throw new Error('next-auth gave no token')
}

/** Signs in on the sign-in page, as a person does. */
export async function choosePerson(page: Page, person: Person): Promise<void> {
  await page.getByRole('button', { name: person }).click()
}
