// Asks next-auth as a server without a framework does: it is told what was asked and nothing more, and its answer comes back
// as a Response. https://github.com/nextauthjs/next-auth/blob/next-auth%404.24.15/packages/next-auth/src/next/index.ts
import NextAuth, { type NextAuthOptions } from 'next-auth'
import { readFormBody } from '#lib/http/bodies/form-body.ts'
import { cookiesOf } from './session.ts'

export type SignInStep = {
  /** What follows `/api/auth/`: the action, and for some the provider. */
  readonly steps: readonly string[]
  readonly query: Readonly<Record<string, string>>
}

export async function askNextAuth(
  request: Request,
  { steps, query }: SignInStep,
  options: NextAuthOptions,
): Promise<Response> {
  const body = request.method === 'POST' ? await readFormBody(request) : {}
  const answer = new Answer(body['json'] === 'true')
  const asked = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies: cookiesOf(request.headers),
    query: { ...query, nextauth: steps },
    body,
  }
  // Its types are those of a framework's requests; of them it reads what is here.
  const answered: unknown = Reflect.apply(NextAuth, null, [asked, answer, options])
  await Promise.resolve(answered)
  return answer.toResponse()
}

/** As much of a server's response as next-auth writes to. */
class Answer {
  readonly #headers = new Headers()
  readonly #cookies: string[] = []
  readonly #isJson: boolean
  #status = 200
  #body: string | null = null

  /** `isJson`: a script asks, and is told where to go instead of being redirected. */
  constructor(isJson: boolean) {
    this.#isJson = isJson
  }

  status(status: number): this {
    this.#status = status
    return this
  }

  getHeader(name: string): readonly string[] | string | null {
    return isCookie(name) ? this.#cookies : this.#headers.get(name)
  }

  setHeader(name: string, value: string | readonly string[]): this {
    if (!isCookie(name)) this.#headers.set(name, String(value))
    else this.#cookies.splice(0, this.#cookies.length, ...[value].flat())
    return this
  }

  json(value: unknown): void {
    this.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
  }

  send(value: unknown): void {
    if (typeof value === 'string') this.end(value)
    else this.json(value ?? {})
  }

  end(text: string | null = null): void {
    this.#body = text
  }

  toResponse(): Response {
    for (const cookie of this.#cookies) this.#headers.append('Set-Cookie', cookie)
    const status = this.#isJson && this.#status === 302 ? 200 : this.#status
    return new Response(this.#body, { status, headers: this.#headers })
  }
}

function isCookie(name: string): boolean {
  return name.toLowerCase() === 'set-cookie'
}
