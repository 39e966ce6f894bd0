import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NARROW_ROLE, STOCK_ROLE } from './controller-role.ts'
import { CLUSTER_FILES, printed, reportedList } from './testing/reported-cluster.ts'
import { MISSING_PROGRAMS, reporterFolder, type ReporterFolder } from './testing/run-reporter.ts'

const TOKEN = 'berth_0123456789.abc-XYZ_~'

type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  readonly body: string
}
type Answer = {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const taken = (nextS = 60): Answer => ({
  status: 200,
  headers: { 'Berth-Next-S': String(nextS) },
  body: { received: 2, next_s: nextS },
})
const nothingNew = (nextS = 60): Answer => ({
  status: 204,
  headers: { 'Berth-Next-S': String(nextS) },
})
const problem = (status: number, code: string, headers = {}): Answer => ({
  status,
  headers,
  body: { code, errors: [{ code: 'other' }] },
})

const isList = ({ method, body }: Asked) => method === 'PUT' && body.includes('"kind": "List"')
const isProof = ({ method, body }: Asked) => method === 'PUT' && body.includes('"kind":"Report"')
const isUnchanged = ({ path }: Asked) => path.endsWith('/unchanged')

describe.skipIf(MISSING_PROGRAMS.length > 0)(
  `the reporter’s script (it needs ${MISSING_PROGRAMS.join(' and ') || 'nothing more'})`,
  () => {
    let folder: ReporterFolder
    let server: http.Server
    let asked: Asked[]
    let answer: (asked: Asked) => Answer
    beforeEach(async () => {
      asked = []
      answer = (one) => (isUnchanged(one) ? nothingNew() : taken())
      server = http.createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.once('end', () => {
          const { method = '', url: path = '', headers } = request
          const bytes = Buffer.concat(chunks)
          const isPacked = headers['content-encoding'] === 'gzip'
          const body = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8')
          const one = { method, path, headers, body }
          asked.push(one)
          const { status, headers: more, body: said } = answer(one)
          response
            .writeHead(status, more)
            .end(said === undefined ? undefined : JSON.stringify(said))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      folder = reporterFolder()
      folder.show(CLUSTER_FILES)
      folder.keep({ token: `${TOKEN}\n` })
    })
    afterEach(async () => {
      folder.remove()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })

    const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const run = (rounds: number) => folder.run({ url: url(), cluster: 'east-01', rounds })

    it('sends the list as kubectl prints it, packed, with when it looked, when it sent it, and what it calls it', async () => {
      const { said } = await run(1)
      const list = asked.find(isList)
      expect(list?.path).toBe('/api/v1/clusters/east-01/report')
      expect(list?.body).toBe(CLUSTER_FILES['applications.argoproj.io'])
      expect(list?.headers).toMatchObject({
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'berth-observed-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        'berth-report-digest': expect.stringMatching(/^[0-9a-f]{64}$/),
        date: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/),
      })
      expect(said).toEqual(['Berth took the report'])
    })

    it('says only that nothing changed while nothing did but what Argo CD writes at each look', async () => {
      const lists: string[] = []
      answer = (one) => {
        if (isList(one)) lists.push(String(one.headers['berth-report-digest']))
        const later = {
          reconciledAt: `2026-11-22T02:0${asked.length}:00Z`,
          generation: asked.length,
        }
        folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': reportedList(later) })
        return isUnchanged(one) ? nothingNew() : taken()
      }
      const { said } = await run(4)
      const unchanged = asked.filter(isUnchanged)
      expect([lists.length, unchanged.length]).toEqual([1, 3])
      for (const { method, body } of unchanged) {
        expect(method).toBe('POST')
        expect(JSON.parse(body)).toEqual({
          digest: lists[0],
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        })
      }
      expect(said).toEqual(['Berth took the report', 'nothing new'])
    })

    it.each([
      ['the health of one', { health: 'Degraded' }],
      ['the commit of one', { revision: 'f'.repeat(40) }],
    ])('sends the whole list once %s changed', async (_, change) => {
      answer = (one) => {
        if (isUnchanged(one)) {
          folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': reportedList(change) })
        }
        return isUnchanged(one) ? nothingNew() : taken()
      }
      await run(3)
      expect(asked.filter((one) => !isProof(one)).map(({ method }) => method)).toEqual([
        'PUT',
        'POST',
        'PUT',
      ])
      const digests = asked.filter(isList).map(({ headers }) => headers['berth-report-digest'])
      expect(new Set(digests).size).toBe(2)
    })

    it('sends everything again where Berth doesn’t know the last report', async () => {
      let isForgotten = true
      answer = (one) => {
        if (!isUnchanged(one)) return taken()
        const wasForgotten = isForgotten
        isForgotten = false
        return wasForgotten ? problem(409, 'report_unknown') : nothingNew()
      }
      await run(3)
      expect(
        asked.map((one) => (isProof(one) ? 'proof' : isList(one) ? 'list' : 'unchanged')),
      ).toEqual(['proof', 'list', 'unchanged', 'list', 'proof', 'unchanged'])
    })

    it('waits as long as Berth says, whichever answer says it', async () => {
      answer = (one) => (isUnchanged(one) ? nothingNew(3600) : taken(7))
      expect((await run(2)).waits).toEqual([7, 3600])
      answer = () => ({ status: 200, body: {} })
      expect((await run(1)).waits).toEqual([60])
    })

    it('waits longer after each failure, each time for less than all of it, and as usual after a success', async () => {
      answer = () => (asked.length <= 9 ? problem(503, 'busy') : taken(60))
      const { waits, said } = await run(10)
      const most = [5, 10, 20, 40, 80, 160, 320, 320, 320]
      for (const [index, longest] of most.entries()) {
        expect(waits[index]).toBeLessThanOrEqual(longest)
        expect(waits[index]).toBeGreaterThanOrEqual(Math.floor(longest / 2))
      }
      expect(waits[9]).toBe(60)
      expect(said).toEqual(['Berth answered 503 busy', 'Berth took the report'])
    })

    it('comes back no sooner than it is told, and not when everybody else does', async () => {
      answer = () => problem(429, 'rate_limited', { 'Retry-After': '400' })
      const { waits, said } = await run(12)
      for (const wait of waits) {
        expect(wait).toBeGreaterThanOrEqual(400)
        expect(wait).toBeLessThanOrEqual(501)
      }
      expect(new Set(waits).size).toBeGreaterThan(1)
      expect(said).toEqual(['Berth answered 429 rate_limited'])
    })

    it.each(['08', '-1', 'Sun, 06 Nov 1994 08:49:37 GMT', '99999999999999999999', '$(touch x)'])(
      'is not led astray by what an answer says of the time to wait: %s',
      async (odd) => {
        answer = () => problem(429, 'rate_limited', { 'Retry-After': odd, 'Berth-Next-S': odd })
        for (const wait of (await run(2)).waits) expect(wait).toBeLessThanOrEqual(11)
        answer = () => ({ status: 200, headers: { 'Berth-Next-S': odd } })
        expect([8, 60]).toContain((await run(1)).waits[0])
      },
    )

    it('goes on trying while Berth can’t be reached', async () => {
      const gone = url()
      await new Promise((resolve) => server.close(resolve))
      const { waits, said } = await folder.run({ url: gone, cluster: 'east-01', rounds: 3 })
      expect(waits).toHaveLength(3)
      for (const line of said) expect(line).toMatch(/^no answer from Berth: curl: \(7\)/)
      server.listen(0, '127.0.0.1')
    })

    it('sends nothing while it can’t read the Applications: no list is no empty list', async () => {
      folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': undefined })
      const { waits, said } = await run(2)
      expect(asked).toEqual([])
      expect(waits[0]).toBeLessThanOrEqual(5)
      expect(said[0]).toMatch(/^Argo CD's Applications can't be read: cat: .*No such file/)
    })

    it('waits for its Secret, saying so once, and takes up the next one', async () => {
      folder.keep({})
      expect(await run(3)).toMatchObject({
        waits: [10, 10, 10],
        said: ['waiting for the Secret berth-reporter'],
      })
      folder.keep({ token: TOKEN })
      answer = (one) => {
        folder.keep({ token: 'another' })
        return isUnchanged(one) ? nothingNew() : taken()
      }
      await run(2)
      expect(asked.map(({ headers }) => headers.authorization)).toEqual([
        `Bearer ${TOKEN}`,
        'Bearer another',
        'Bearer another',
      ])
    })

    it('gives its token to no program as a word, and prints it nowhere, whatever is answered', async () => {
      const echoed = { code: TOKEN, detail: TOKEN, next_s: TOKEN }
      for (const status of [200, 204, 401, 403, 404, 413, 422, 429, 500]) {
        const body = status === 204 ? {} : { body: echoed }
        answer = () => ({
          status,
          headers: { 'Berth-Next-S': TOKEN, 'Retry-After': TOKEN },
          ...body,
        })
        const { args, said } = await run(2)
        expect(args).toContain('--config')
        expect(args).not.toContain('printf')
        for (const text of [args, said.join('\n')]) {
          expect(text).not.toContain(TOKEN)
          expect(text).not.toContain(TOKEN.replaceAll(/[^a-z_]/g, ''))
        }
      }
    })

    it('follows no redirection, which could lead its token elsewhere', async () => {
      answer = () => ({ status: 307, headers: { Location: `${url()}/elsewhere` } })
      expect((await run(2)).said).toEqual(['Berth answered 307 '])
      expect(asked.filter(({ path }) => path === '/elsewhere')).toEqual([])
    })

    it('trusts the authority of its Secret, where there is one', async () => {
      folder.keep({ token: TOKEN, 'ca.crt': 'no certificate' })
      expect((await run(1)).args).toContain('--cacert')
      folder.keep({ token: TOKEN })
      expect((await run(1)).args).not.toContain('--cacert')
    })

    describe('what proves confinement', () => {
      const confinementOf = async (files: Partial<typeof CLUSTER_FILES>) => {
        folder.show({ ...CLUSTER_FILES, ...files })
        asked = []
        await run(1)
        const [proof] = asked.filter(isProof)
        return proof && JSON.parse(proof.body).reconciler.confinement
      }
      const settingsOf = (data?: Record<string, string>) => ({ configmap: printed({ data }) })
      const ON = 'application.sync.impersonation.enabled'
      const ENFORCED = 'application.sync.impersonation.enforced'

      it('is a part of a report that names no application, and is sent once until it changes', async () => {
        answer = (one) => {
          if (asked.length > 4) folder.show({ ...CLUSTER_FILES, ...settingsOf({ [ON]: 'false' }) })
          return isUnchanged(one) ? nothingNew() : taken()
        }
        await run(6)
        const proofs = asked.filter(isProof).map(({ body }) => JSON.parse(body))
        expect(proofs).toHaveLength(2)
        expect(proofs[0]).toEqual({
          apiVersion: 'berth.dev/v1',
          kind: 'Report',
          at: expect.stringMatching(/Z$/),
          complete: false,
          reconciler: {
            kind: 'argocd',
            confinement: {
              enabled: true,
              enforced: true,
              controllerRole: 'narrow',
              projectsWithout: [],
            },
          },
          items: [],
        })
        expect(proofs[1].reconciler.confinement.enabled).toBe(false)
        expect(asked.filter(isProof)[0]?.headers).not.toHaveProperty('berth-report-digest')
      })

      it.each([
        [undefined, { enabled: false, enforced: true }],
        [{}, { enabled: false, enforced: true }],
        [{ [ON]: 'true' }, { enabled: true, enforced: true }],
        [{ [ON]: 'false' }, { enabled: false, enforced: true }],
        [
          { [ON]: 'true', [ENFORCED]: 'true' },
          { enabled: true, enforced: true },
        ],
        [
          { [ON]: 'true', [ENFORCED]: 'false' },
          { enabled: true, enforced: false },
        ],
      ])('says of the settings %j: %j', async (data, expected) => {
        expect(await confinementOf(settingsOf(data))).toMatchObject(expected)
      })

      const rules = (more: object) => ({ rules: [...Object(NARROW_ROLE)['rules'], more] })
      const accounts = { apiGroups: [''], resources: ['serviceaccounts'], verbs: ['impersonate'] }

      it.each([
        ['as Berth narrows it', NARROW_ROLE, 'narrow'],
        ['as Argo CD comes', STOCK_ROLE, 'stock'],
        ['with no rights', { rules: null }, 'narrow'],
        ['that works as one more account', rules({ ...accounts, resourceNames: ['x'] }), 'narrow'],
        ['that works as any account', rules(accounts), 'stock'],
        [
          'that writes what is not Argo CD’s',
          rules({ apiGroups: [''], resources: ['configmaps'], verbs: ['patch'] }),
          'stock',
        ],
        [
          'that makes Applications',
          rules({ apiGroups: ['argoproj.io'], resources: ['applications'], verbs: ['create'] }),
          'stock',
        ],
        [
          'that writes all of a group',
          rules({ apiGroups: ['argoproj.io'], resources: ['*'], verbs: ['update'] }),
          'stock',
        ],
        [
          'that writes events and more',
          rules({ apiGroups: [''], resources: ['events', 'pods'], verbs: ['create'] }),
          'stock',
        ],
      ] as const)('says of the controller’s role %s: %s', async (_, role, expected) => {
        const clusterrole = printed(role)
        expect(await confinementOf({ clusterrole })).toMatchObject({ controllerRole: expected })
      })

      it('names the projects without accounts that an Application is in', async () => {
        const accounts = [{ server: '*', namespace: '*', defaultServiceAccount: 'x' }]
        const project = (name: string, spec: object) => ({ metadata: { name }, spec })
        const projects = printed({
          items: [
            project('payments', {}),
            project('berth', { destinationServiceAccounts: accounts }),
            project('default', {}),
          ],
        })
        expect(await confinementOf({ 'appprojects.argoproj.io': projects })).toMatchObject({
          projectsWithout: ['payments'],
        })
      })

      it.each(['configmap', 'clusterrole', 'appprojects.argoproj.io'] as const)(
        'is left out where the %s can’t be read, and the list is sent all the same',
        async (what) => {
          expect(await confinementOf({ [what]: undefined })).toBeUndefined()
          expect(asked.filter(isList)).toHaveLength(1)
        },
      )

      it.each([400, 422])(
        'doesn’t keep the list from Berth where it is refused: %i',
        async (status) => {
          answer = (one) => (isProof(one) ? problem(status, 'report_invalid') : taken())
          await run(2)
          expect([asked.filter(isProof).length, asked.filter(isList).length]).toEqual([1, 1])
        },
      )
    })

    it('calls a list by the hash of its text without what changes at each look', async () => {
      await run(1)
      const text = CLUSTER_FILES['applications.argoproj.io']
      const kept = text
        .split('\n')
        .filter((line) => !/"(generation|reconciledAt|resourceVersion)"/.test(line))
      const hash = createHash('sha256').update(kept.join('\n')).digest('hex')
      expect(asked.find(isList)?.headers['berth-report-digest']).toBe(hash)
    })
  },
)
