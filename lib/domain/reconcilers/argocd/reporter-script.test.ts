import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { CLUSTER_FILES, reportedList } from './testing/reported-cluster.ts'
import {
  describeReporter,
  isList,
  isProof,
  isUnchanged,
  nothingNew,
  problem,
  taken,
  TOKEN,
} from './testing/reported-to.ts'

describeReporter('the reporter’s script', (berth) => {
  it('sends the list as kubectl prints it, packed, with when it looked, when it sent it, and what it calls it', async () => {
    const { said } = await berth.run(1)
    const list = berth.asked.find(isList)
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
    berth.answer = (one) => {
      if (isList(one)) lists.push(String(one.headers['berth-report-digest']))
      const later = {
        reconciledAt: `2026-11-22T02:0${berth.asked.length}:00Z`,
        generation: berth.asked.length,
      }
      berth.folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': reportedList(later) })
      return isUnchanged(one) ? nothingNew() : taken()
    }
    const { said } = await berth.run(4)
    const unchanged = berth.asked.filter(isUnchanged)
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
    berth.answer = (one) => {
      if (isUnchanged(one)) {
        berth.folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': reportedList(change) })
      }
      return isUnchanged(one) ? nothingNew() : taken()
    }
    await berth.run(3)
    expect(berth.asked.filter((one) => !isProof(one)).map(({ method }) => method)).toEqual([
      'PUT',
      'POST',
      'PUT',
    ])
    const digests = berth.asked.filter(isList).map(({ headers }) => headers['berth-report-digest'])
    expect(new Set(digests).size).toBe(2)
  })

  it('sends everything again where Berth doesn’t know the last report', async () => {
    let isForgotten = true
    berth.answer = (one) => {
      if (!isUnchanged(one)) return taken()
      const wasForgotten = isForgotten
      isForgotten = false
      return wasForgotten ? problem(409, 'report_unknown') : nothingNew()
    }
    await berth.run(3)
    expect(
      berth.asked.map((one) => (isProof(one) ? 'proof' : isList(one) ? 'list' : 'unchanged')),
    ).toEqual(['proof', 'list', 'unchanged', 'list', 'proof', 'unchanged'])
  })

  it('waits as long as Berth says, whichever answer says it', async () => {
    berth.answer = (one) => (isUnchanged(one) ? nothingNew(3600) : taken(7))
    expect((await berth.run(2)).waits).toEqual([7, 3600])
    berth.answer = () => ({ status: 200, body: {} })
    expect((await berth.run(1)).waits).toEqual([60])
  })

  it('waits longer after each failure, each time for less than all of it, and as usual after a success', async () => {
    berth.answer = () => (berth.asked.length <= 9 ? problem(503, 'busy') : taken(60))
    const { waits, said } = await berth.run(10)
    const most = [5, 10, 20, 40, 80, 160, 320, 320, 320]
    for (const [index, longest] of most.entries()) {
      expect(waits[index]).toBeLessThanOrEqual(longest)
      expect(waits[index]).toBeGreaterThanOrEqual(Math.floor(longest / 2))
    }
    expect(waits[9]).toBe(60)
    expect(said).toEqual(['Berth answered 503 busy', 'Berth took the report'])
  })

  it('comes back no sooner than it is told, and not when everybody else does', async () => {
    berth.answer = () => problem(429, 'rate_limited', { 'Retry-After': '400' })
    const { waits, said } = await berth.run(5)
    for (const wait of waits) {
      expect(wait).toBeGreaterThanOrEqual(400)
      expect(wait).toBeLessThanOrEqual(501)
    }
    expect(new Set(waits).size).toBeGreaterThan(1)
    expect(said).toEqual(['Berth answered 429 rate_limited'])
  })

  it('is not led astray by what an answer says of the time to wait', async () => {
    const odd = ['08', '-1', 'Sun, 06 Nov 1994 08:49:37 GMT', '9'.repeat(20), '$(touch x)']
    let rounds = 0
    berth.answer = (one) => {
      const text = odd[Math.floor(rounds / 2)]!
      const headers = { 'Retry-After': text, 'Berth-Next-S': text }
      const isRefused = rounds % 2 === 0
      if (isRefused || !isProof(one)) rounds += 1
      return isRefused
        ? problem(429, 'rate_limited', headers)
        : { status: isUnchanged(one) ? 204 : 200, headers }
    }
    const { waits } = await berth.run(2 * odd.length)
    for (const [index, wait] of waits.entries()) {
      if (index % 2 === 0) expect(wait).toBeLessThanOrEqual(11)
      else expect([8, 60]).toContain(wait)
    }
    expect(waits).toHaveLength(2 * odd.length)
  })

  it('goes on trying while Berth can’t be reached', async () => {
    const gone = berth.url
    await berth.hangUp()
    const { waits, said } = await berth.run(3, gone)
    expect(waits).toHaveLength(3)
    for (const line of said) expect(line).toMatch(/^no answer from Berth: curl: \(7\)/)
  })

  it('sends nothing while it can’t read the Applications: no list is no empty list', async () => {
    berth.folder.show({ ...CLUSTER_FILES, 'applications.argoproj.io': undefined })
    const { waits, said } = await berth.run(2)
    expect(berth.asked).toEqual([])
    expect(waits[0]).toBeLessThanOrEqual(5)
    expect(said[0]).toMatch(/^Argo CD's Applications can't be read: cat: .*No such file/)
  })

  it('waits for its Secret, saying so once, and takes up the next one', async () => {
    berth.folder.keep({})
    expect(await berth.run(3)).toMatchObject({
      waits: [10, 10, 10],
      said: ['waiting for the Secret berth-reporter'],
    })
    berth.folder.keep({ token: TOKEN })
    berth.answer = (one) => {
      berth.folder.keep({ token: 'another' })
      return isUnchanged(one) ? nothingNew() : taken()
    }
    await berth.run(2)
    expect(berth.asked.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${TOKEN}`,
      'Bearer another',
      'Bearer another',
    ])
  })

  it('gives its token to no program as a word, and prints it nowhere, whatever is answered', async () => {
    const echoed = { code: TOKEN, detail: TOKEN, next_s: TOKEN }
    const statuses = [200, 200, 204, 401, 403, 404, 413, 422, 429, 500]
    berth.answer = () => {
      const status = statuses[berth.asked.length - 1]!
      const headers = { 'Berth-Next-S': TOKEN, 'Retry-After': TOKEN }
      return { status, headers, ...(status !== 204 && { body: echoed }) }
    }
    // The first two are asked in one round.
    const { args, said } = await berth.watch(statuses.length - 1)
    expect(berth.asked).toHaveLength(statuses.length)
    expect(args).toContain('--config')
    expect(args).not.toContain('printf')
    for (const text of [args, said.join('\n')]) {
      expect(text).not.toContain(TOKEN)
      expect(text).not.toContain(TOKEN.replaceAll(/[^a-z_]/g, ''))
    }
  })

  it('follows no redirection, which could lead its token elsewhere', async () => {
    berth.answer = () => ({ status: 307, headers: { Location: `${berth.url}/elsewhere` } })
    expect((await berth.run(2)).said).toEqual(['Berth answered 307 '])
    expect(berth.asked.filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  it('trusts the authority of its Secret, where there is one', async () => {
    berth.folder.keep({ token: TOKEN, 'ca.crt': 'no certificate' })
    expect((await berth.watch(1)).args).toContain('--cacert')
    berth.folder.keep({ token: TOKEN })
    expect((await berth.watch(1)).args).not.toContain('--cacert')
  })

  it('calls a list by the hash of its text without what changes at each look', async () => {
    await berth.run(1)
    const text = CLUSTER_FILES['applications.argoproj.io']
    const kept = text
      .split('\n')
      .filter((line) => !/"(generation|reconciledAt|resourceVersion)"/.test(line))
    const hash = createHash('sha256').update(kept.join('\n')).digest('hex')
    expect(berth.asked.find(isList)?.headers['berth-report-digest']).toBe(hash)
  })
})
