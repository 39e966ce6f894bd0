import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { and, eq } from 'drizzle-orm'
import { inTenant } from '#db/client.ts'
import type { TenantScope } from '#db/queries/scope.ts'
import { readSettings } from '#db/queries/settings.ts'
import { publications } from '#db/schema/publication.ts'
import { proposedHeads, pullRequests } from '#db/schema/pull-request.ts'
import { openObjectStore } from '#lib/adapters/git/object-store.ts'
import { scratchDirectory } from '#lib/adapters/git/testing/scratch.ts'
import { startStandInHost } from '#lib/adapters/host/testing/stand-in-host.ts'
import { GIT_HOSTS, type GitHost } from '#lib/domain/git/push.ts'
import { openRepositoryRow } from '#lib/usecases/repository-settings/credentials.ts'
import { createTestApi, type TestApi } from '../testing/api.ts'

const PATH = '/repository-settings'
const ofGitHub = {
  repo_url: 'https://github.com/ieb/gitops.git',
  token: 'canary-of-the-repository',
}
const OWN = 'canary-of-pull-requests'

let api: TestApi
beforeEach(async () => {
  api = await createTestApi()
})

const put = (body: object, headers: Record<string, string> = { 'if-match': '*' }) =>
  api.call(PATH, { method: 'PUT', body, headers })

const issuesOf = async (answer: ReturnType<typeof put>) => {
  const { status, json } = await answer
  expect(status).toBe(422)
  return json.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
}

const stored = () =>
  inTenant(api.database, api.tenant.id, (tx) => readSettings({ tx, tenant: api.tenant.id }))

describe('where a tenant’s pull requests are', () => {
  it('follows from the address of the repository, and is said', async () => {
    const { json } = await put(ofGitHub)
    expect(json.pull_requests).toEqual({ host: null, api_url: null, token: 'unset', join: true })
    expect(json.status.pull_requests).toEqual({ host: 'github', api_url: 'https://api.github.com' })
  })

  it('is nowhere for a repository that Berth holds itself', async () => {
    const { json } = await api.call(PATH)
    expect(json.status.pull_requests).toBeNull()
  })

  it('is what an admin sets, and no answer has the token', async () => {
    const pull_requests = { host: 'gitea', token: OWN, join: false }
    const answer = await put({
      ...ofGitHub,
      repo_url: 'https://git.example.com/a/b.git',
      pull_requests,
    })
    expect(answer.json.pull_requests).toEqual({
      host: 'gitea',
      api_url: null,
      token: 'set',
      join: false,
    })
    expect(answer.json.status.pull_requests).toEqual({
      host: 'gitea',
      api_url: 'https://git.example.com/api/v1',
    })
    const answers = [answer, await api.call(PATH), await api.call('/audit')]
    for (const { text } of answers) expect(text).not.toContain('canary')
    const { repository } = await stored()
    expect(Buffer.from(repository!.pullRequests.token!).toString('latin1')).not.toContain('canary')
    expect(openRepositoryRow(api.services.sealing, api.tenant.id, repository!)).toMatchObject({
      pullRequests: { token: OWN },
    })
  })

  it('stays when a client sends nothing of it, and goes with null', async () => {
    const pull_requests = { host: 'github', token: OWN, join: false }
    await put({ ...ofGitHub, pull_requests })
    expect((await put(ofGitHub)).json.pull_requests).toMatchObject({ token: 'set', join: false })
    const { json } = await put({ ...ofGitHub, pull_requests: null })
    expect(json.pull_requests).toEqual({ host: null, api_url: null, token: 'unset', join: true })
  })

  it('keeps its token where it alone is left out, and drops it with null', async () => {
    await put({ ...ofGitHub, pull_requests: { token: OWN } })
    const kept = await put({ ...ofGitHub, pull_requests: { host: 'github' } })
    expect(kept.json.pull_requests).toMatchObject({ host: 'github', token: 'set' })
    const dropped = await put({ ...ofGitHub, pull_requests: { token: null } })
    expect(dropped.json.pull_requests.token).toBe('unset')
  })

  it('can be read and sent back as it is', async () => {
    const { json } = await put({ ...ofGitHub, pull_requests: { host: 'github', join: false } })
    const { token, status, ssh_key, ...rest } = json
    const { token: own, ...pull_requests } = rest.pull_requests
    const again = await put({ ...rest, pull_requests })
    expect(again.json).toEqual({
      ...json,
      status: expect.objectContaining({ pull_requests: status.pull_requests }),
    })
  })

  it('isn’t overwritten unseen', async () => {
    await put(ofGitHub)
    const { headers } = await api.call(PATH)
    const seen = { 'if-match': headers.get('etag') ?? '' }
    expect((await put({ ...ofGitHub, pull_requests: { join: false } }, seen)).status).toBe(200)
    expect((await put({ ...ofGitHub, pull_requests: null }, seen)).status).toBe(412)
  })
})

describe('the token of pull requests', () => {
  it('is never sent to another server than it was entered for', async () => {
    await put({ ...ofGitHub, pull_requests: { token: OWN } })
    const moved = { repo_url: 'https://git.example.com/ieb/gitops.git', token: 'new' }
    const api_url = 'https://collector.example.com/api'
    const refused = ['/pull_requests/token credential_of_another_server']
    expect(await issuesOf(put({ ...ofGitHub, pull_requests: { api_url } }))).toEqual(refused)
    expect(await issuesOf(put({ ...moved, pull_requests: { host: 'gitea' } }))).toEqual(refused)
    // Which host this would be isn't known any more.
    expect(await issuesOf(put(moved))).toEqual(['/pull_requests/host required'])
    const sent = { ...moved, pull_requests: { host: 'gitea', token: 'new' } }
    expect((await put(sent)).status).toBe(200)
  })

  it('is needed where the repository’s own isn’t sent', async () => {
    const api_url = 'https://collector.example.com/api'
    expect(await issuesOf(put({ ...ofGitHub, pull_requests: { api_url } }))).toEqual([
      '/pull_requests/token required',
    ])
  })

  it('doesn’t open for another server, whatever becomes of the row', async () => {
    await put({ ...ofGitHub, pull_requests: { token: OWN } })
    const { repository } = await stored()
    const apiUrl = 'https://collector.example.com/api'
    const altered = { ...repository!, pullRequests: { ...repository!.pullRequests, apiUrl } }
    const open = () => openRepositoryRow(api.services.sealing, api.tenant.id, altered)
    expect(open).toThrow('No key of')
  })
})

describe('a repository that is left for another', () => {
  it('keeps its pull requests, and what waited in them waits anew', async () => {
    await put(ofGitHub)
    await api.call('/clusters', { body: { name: 'edge-01' } })
    const inScope = <T>(act: (scope: TenantScope) => Promise<T>) =>
      inTenant(api.database, api.tenant.id, (tx) => act({ tx, tenant: api.tenant.id }))
    const now = new Date()
    const open = { branch: 'main', number: 17, url: 'https://github.com/ieb/gitops/pull/17' }
    const head = { branch: 'main', commit: 'a'.repeat(40), base: 'b'.repeat(40), owned: 'x' }
    await inScope(async ({ tx, tenant }) => {
      const pull = { ...open, tenant, title: 'Add edge-01', state: 'open' as const }
      await tx.insert(pullRequests).values({ ...pull, openedAt: now, dueAt: now, seenChange: 1 })
      await tx.insert(proposedHeads).values({ ...head, tenant, upTo: 1, proposedAt: now })
      await tx
        .update(publications)
        .set({ state: 'proposed' })
        .where(eq(publications.tenant, tenant))
    })
    const left = () =>
      inScope(async ({ tx, tenant }) => ({
        pulls: await tx.$count(pullRequests, eq(pullRequests.tenant, tenant)),
        heads: await tx.$count(proposedHeads, eq(proposedHeads.tenant, tenant)),
        proposed: await tx.$count(
          publications,
          and(eq(publications.tenant, tenant), eq(publications.state, 'proposed')),
        ),
      }))
    const before = await left()
    expect(before).toMatchObject({ pulls: 1, heads: 1 })
    expect(before.proposed).toBeGreaterThan(0)
    // The same repository with another setting of its pull requests.
    expect((await put({ ...ofGitHub, pull_requests: { join: false } })).status).toBe(200)
    expect(await left()).toEqual(before)
    const elsewhere = { repo_url: 'https://gitlab.com/ieb/gitops.git', token: 'new' }
    const moved = await api.call(`${PATH}?confirmClusters=1`, {
      method: 'PUT',
      body: elsewhere,
      headers: { 'if-match': '*' },
    })
    expect(moved.status, moved.text).toBe(200)
    expect(await left()).toEqual({ pulls: 0, heads: 0, proposed: 0 })
  })
})

describe('a trial of the settings', () => {
  let closing: (() => unknown)[]
  beforeEach(async () => {
    api = await createTestApi({ BERTH_DEMO: '1' })
    closing = []
  })
  afterEach(async () => {
    for (const close of closing.toReversed()) await close()
  })

  async function standInOf(kind: GitHost) {
    const scratch = await scratchDirectory()
    const directory = path.join(scratch.directory, 'served.git')
    const store = await openObjectStore(directory, 'main')
    const standIn = await startStandInHost(kind, directory, OWN)
    closing.push(
      () => scratch.remove(),
      () => store.close(),
      () => standIn.close(),
    )
    const azure = kind === 'azure-devops'
    // Nobody listens there: of the repository it is said that it isn't reached.
    const repo_url = `https://127.0.0.1:1/${azure ? 'ieb/ieb/_git' : 'ieb'}/gitops.git`
    const pull_requests = { host: kind, api_url: standIn.repository.api, token: OWN }
    return { standIn, body: { repo_url, pull_requests } }
  }
  const tried = async (body: object) => {
    const { status, json, text } = await api.call(`${PATH}/try`, { method: 'POST', body })
    expect(status, text).toBe(200)
    return json
  }

  it.each(GIT_HOSTS)('asks %s for a pull request, and changes nothing there', async (kind) => {
    const { standIn, body } = await standInOf(kind)
    expect(await tried(body)).toMatchObject({
      ok: false,
      pull_requests: { ok: true, message: expect.stringContaining('shows its pull requests') },
    })
    expect(standIn.calls.map(({ asked }) => asked)).toEqual(['findOpen'])
    expect(await standIn.pulls()).toEqual([])
  })

  it.each(GIT_HOSTS)('says of %s that the token is wrong, without repeating it', async (kind) => {
    const { body } = await standInOf(kind)
    const pull_requests = { ...body.pull_requests, token: 'canary-of-a-wrong-one' }
    const trial = await tried({ ...body, pull_requests })
    expect(trial.pull_requests).toMatchObject({ ok: false })
    expect(trial.pull_requests.message).toMatch(
      /doesn’t take the token|doesn’t show it to the token/,
    )
    expect(JSON.stringify(trial)).not.toContain('canary')
  })

  it('says what answers when it is no such API', async () => {
    const { standIn, body } = await standInOf('gitea')
    standIn.faults.push({ at: 'any', kind: 'garbage' })
    expect((await tried(body)).pull_requests).toEqual({
      ok: false,
      message: expect.stringContaining('not as the API of Gitea does'),
    })
  })

  it('is of what is stored where nothing is sent', async () => {
    const { standIn, body } = await standInOf('github')
    expect((await put(body)).status).toBe(200)
    expect((await tried({})).pull_requests).toMatchObject({ ok: true })
    expect(standIn.calls).toHaveLength(1)
  })

  it('calls nobody in a dry run, and no host where there is none', async () => {
    const { standIn, body } = await standInOf('github')
    const dry = await api.call(`${PATH}/try?dryRun=true`, { method: 'POST', body })
    expect(dry.json).toMatchObject({ ok: true, pull_requests: null })
    expect(standIn.calls).toEqual([])
    expect(await tried({})).toMatchObject({ ok: true, pull_requests: null })
  })
})
