// A stand-in of Berth to which the reporter's script reports, and the script run against it.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe } from 'vitest'
import { CLUSTER_FILES } from './reported-cluster.ts'
import { MISSING_PROGRAMS, reporterFolder, type ReporterFolder } from './run-reporter.ts'

export const TOKEN = 'berth_0123456789.abc-XYZ_~'

type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  /** Unpacked. */
  readonly body: string
}

type Answer = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const nextIn = (seconds: number) => ({ 'Berth-Next-S': String(seconds) })

export const taken = (nextS = 60): Answer => ({
  status: 200,
  headers: nextIn(nextS),
  body: { received: 2, next_s: nextS },
})
export const nothingNew = (nextS = 60): Answer => ({ status: 204, headers: nextIn(nextS) })
export const problem = (status: number, code: string, headers = {}): Answer => ({
  status,
  headers,
  body: { code, errors: [{ code: 'other' }] },
})
/** Where nothing is wrong. */
export const wellTaken = (asked: Asked) => (isUnchanged(asked) ? nothingNew() : taken())

export const isList = ({ method, body }: Asked) =>
  method === 'PUT' && body.includes('"kind": "List"')
export const isProof = ({ method, body }: Asked) =>
  method === 'PUT' && body.includes('"kind":"Report"')
export const isUnchanged = ({ path }: Asked) => path.endsWith('/unchanged')

/** What stands between a test and the script; `answer` may be replaced at any time. */
export class ReportedTo {
  asked: Asked[] = []
  answer: (asked: Asked) => Answer = wellTaken
  folder!: ReporterFolder
  readonly #server = http.createServer((request, response) => this.#handle(request, response))

  async start(folder = reporterFolder()): Promise<void> {
    this.asked = []
    this.answer = wellTaken
    this.folder = folder
    this.folder.show(CLUSTER_FILES)
    this.folder.keep({ token: `${TOKEN}\n` })
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  run(rounds: number, url = this.url) {
    return this.folder.run({ url, cluster: 'east-01', rounds })
  }

  watch(rounds: number) {
    return this.folder.run({ url: this.url, cluster: 'east-01', rounds, isWatched: true })
  }

  async hangUp(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async end(): Promise<void> {
    await this.hangUp()
    this.folder.remove()
  }

  #handle(request: http.IncomingMessage, response: http.ServerResponse): void {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => {
      const { method = '', url: path = '', headers } = request
      const bytes = Buffer.concat(chunks)
      const isPacked = headers['content-encoding'] === 'gzip'
      const body = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8')
      const asked = { method, path, headers, body }
      this.asked.push(asked)
      const { status, headers: more, body: said } = this.answer(asked)
      response.writeHead(status, more).end(said === undefined ? undefined : JSON.stringify(said))
    })
  }
}

/** Tests of the script, each with a Berth that was asked nothing yet. They are skipped, and say why, where the machine lacks a program. */
export function describeReporter(what: string, tests: (berth: ReportedTo) => void): void {
  const lacking = MISSING_PROGRAMS.length === 0 ? '' : ` (needs ${MISSING_PROGRAMS.join(' and ')})`
  describe.skipIf(MISSING_PROGRAMS.length > 0)(`${what}${lacking}`, () => {
    const berth = new ReportedTo()
    beforeEach(() => berth.start())
    afterEach(() => berth.end())
    tests(berth)
  })
}
