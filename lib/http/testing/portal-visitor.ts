// Signs people in over the portal's own routes and a real issuer, like a browser without a screen: with a jar of cookies, and
// one step at a time for tests that do one of them wrong.
import { browse } from '#lib/adapters/identity/testing/sign-in.ts'
import { answerSignIn } from '#lib/http/sign-in/sign-in.ts'
import { installServices, type Services } from '#lib/usecases/services.ts'

export class PortalVisitor {
  readonly cookies = new Map<string, string>()
  readonly #process: Services

  constructor(services: Services) {
    this.#process = services
  }

  /** All three steps. Throws if nobody is signed in at the end. */
  async signIn(provider: string, account: string): Promise<this> {
    const { location } = await this.finish(await this.choose(await this.begin(provider), account))
    if (location.includes('error=')) throw new Error(`Not signed in: ${location}`)
    return this
  }

  /** Asks the portal to sign in; answers the provider's address that it sends the browser to. */
  async begin(provider: string, callbackUrl = '/'): Promise<string> {
    const csrf = await this.ask('/api/auth/csrf')
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const form = { csrfToken, callbackUrl, json: 'true' }
    const answer = await this.ask(`/api/auth/signin/${provider}`, form)
    return ((await answer.json()) as { url: string }).url
  }

  /** Signs in at the provider; answers the address that it sends the browser back to. */
  async choose(address: string, account: string): Promise<string> {
    return (await browse(address, account)).callback.href
  }

  /** Comes back from the provider; answers the page that the portal sends the browser to. */
  async finish(callback: string): Promise<{ location: string; isSignedIn: boolean }> {
    let location = callback
    for (let step = 0; location.includes('/api/auth/'); step += 1) {
      if (step === 5) throw new Error('The portal redirects without end.')
      const answer = await this.ask(location)
      const { url } = this.#process.environment
      location = new URL(answer.headers.get('location') ?? '', url).href
    }
    return { location, isSignedIn: this.sessionCookie !== null }
  }

  async signOut(): Promise<void> {
    const csrf = await this.ask('/api/auth/csrf')
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    await this.ask('/api/auth/signout', { csrfToken, json: 'true' })
  }

  /** A request to one of the portal's routes for signing in, with the cookies; a form is posted. */
  async ask(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    installServices(this.#process)
    const { url } = this.#process.environment
    const target = new URL(address, url)
    const request = new Request(target, {
      headers: { ...this.headers, ...(form && { origin: url }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    const nextauth = target.pathname.replace('/api/auth/', '').split('/')
    const answer = await answerSignIn(request, { params: Promise.resolve({ nextauth }) })
    this.#keep(answer)
    return answer
  }

  /** The headers of this browser's requests. */
  get headers(): Record<string, string> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  get sessionCookie(): string | null {
    const name = [...this.cookies.keys()].find((key) => key.endsWith('berth-session'))
    return name === undefined ? null : (this.cookies.get(name) ?? null)
  }

  #keep(answer: Response): void {
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}
