// Somebody who signed in to a running demo, with the cookies that their browser keeps.
import type { Portal } from './portal.ts'

const REDIRECTS_MAX = 20

/** The Cookie header of a new session of an account of the demo's identity provider. */
export async function signIn({ url }: Pick<Portal, 'url'>, account: string): Promise<string> {
  const browser = new CookieJar()
  const { csrfToken } = (await (await browser.ask(`${url}/api/auth/csrf`)).json()) as {
    csrfToken: string
  }
  const begun = await browser.ask(
    `${url}/api/auth/signin/oidc?login_hint=${account}&prompt=login`,
    new URLSearchParams({ csrfToken, callbackUrl: '/', json: 'true' }),
  )
  let next: string | null = ((await begun.json()) as { url: string }).url
  for (let redirects = 0; next !== null && new URL(next, url).pathname !== '/'; redirects++) {
    if (redirects > REDIRECTS_MAX) throw new Error(`${account} is sent around: ${next}`)
    const answer = await browser.ask(new URL(next, url).href)
    next = answer.headers.get('location')
    if (next === null) throw new Error(`${account} can’t sign in: ${await answer.text()}`)
  }
  return browser.header
}

/** Ignores the paths of cookies. */
class CookieJar {
  readonly #cookies = new Map<string, string>()

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async ask(url: string, body?: URLSearchParams): Promise<Response> {
    const headers = { Cookie: this.header }
    const method = body === undefined ? 'GET' : 'POST'
    const answer = await fetch(url, { method, redirect: 'manual', headers, body: body ?? null })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
    return answer
  }
}
