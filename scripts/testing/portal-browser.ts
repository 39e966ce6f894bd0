// A browser without a screen that records everything that the portal answers.
import { browse } from '#lib/adapters/identity/testing/sign-in.ts'
import { answerText } from '#lib/http/testing/answer-text.ts'
import type { Found } from './secret-search.ts'

const SESSION_COOKIE = 'berth-session'

type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams
}

export class PortalBrowser {
  readonly #url: string
  readonly #cookies = new Map<string, string>()
  readonly #answers: Found[]

  /** `answers` gets each answer: its status, its headers and its body. */
  constructor(url: string, answers: Found[]) {
    this.#url = url
    this.#answers = answers
  }

  /** Answers the address at which it ends. */
  async signIn(provider: string, account: string): Promise<string> {
    const csrf: unknown = JSON.parse((await this.ask('/api/auth/csrf')).text)
    const form = { csrfToken: wordIn(csrf, 'csrfToken'), callbackUrl: '/', json: 'true' }
    const begun = await this.ask(`/api/auth/signin/${provider}`, {
      method: 'POST',
      headers: { origin: this.#url },
      body: new URLSearchParams(form),
    })
    const { callback } = await browse(wordIn(JSON.parse(begun.text), 'url'), account)
    let address = callback.href
    for (let step = 0; step < 4; step += 1) {
      const { location } = await this.ask(address)
      if (location === null) break
      address = new URL(location, this.#url).href
    }
    return address
  }

  /** The secret of its session, which its answers must contain, so it is left out of the recorded ones. */
  get session(): string {
    return this.#cookies.get(SESSION_COOKIE) ?? ''
  }

  async ask(address: string, { method = 'GET', headers = {}, body }: Asked = {}) {
    const url = new URL(address, this.#url)
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { cookie, ...headers },
      ...(body !== undefined && { body }),
    })
    const text = await answerText(answer)
    const cookies = this.#keep(answer)
    const told = [...answer.headers].filter(([name]) => name !== 'set-cookie')
    const lines = [...told.map((pair) => pair.join(': ')), ...cookies]
    this.#answers.push({
      place: `${method} ${url.pathname}`,
      text: `${answer.status}\n${lines.join('\n')}\n\n${text}`,
    })
    return { status: answer.status, text, location: answer.headers.get('location') }
  }

  #keep(answer: Response): string[] {
    return answer.headers.getSetCookie().flatMap((line) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') this.#cookies.delete(name)
      else this.#cookies.set(name, value)
      return name === SESSION_COOKIE ? [] : [line]
    })
  }
}

function wordIn(answer: unknown, name: string): string {
  const entry = Object.entries(answer ?? {}).find(([key]) => key === name)
  if (entry) return String(entry[1])
  throw new Error(`the portal gave no ${name}`)
}
