// A Git host for tests that need no internet: real repositories behind real HTTP, real merges, and the API of one of four hosts,
// in its own paths, fields and words, with the faults that hosts have.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { GitHost } from '#lib/domain/git/push.ts'
import { startGitHttpServer } from '../../git/testing/git-http-server.ts'
import type { HostedRepository } from '#lib/domain/git/repository-address.ts'
import { azureDevOpsSkin } from './azure-devops-skin.ts'
import { giteaSkin } from './gitea-skin.ts'
import { githubSkin } from './github-skin.ts'
import { gitlabSkin } from './gitlab-skin.ts'
import { KeptPulls, type KeptPull, type Problem, type PullDraft, ROBOT } from './kept-pulls.ts'
import { gitText, type MergeMethod } from './merge.ts'
import { type ApiCall, NAME, OWNER, type Place, type Reply, type Skin } from './skin.ts'
import { type Hook, Webhooks } from './webhooks.ts'

const SKINS: Readonly<Record<GitHost, Skin>> = {
  github: githubSkin,
  gitlab: gitlabSkin,
  'azure-devops': azureDevOpsSkin,
  gitea: giteaSkin,
}

/** What is asked, by the names of `PullRequestHost`. */
type Asked = 'findOpen' | 'open' | 'update' | 'read' | 'close' | 'reopen' | 'comment'

export type Fault = {
  readonly at: Asked | 'any'
  /**
   * `bad-gateway`: 502 instead of doing it. `reply-lost`: it is done, and the connection breaks. `not-done`: the answer says that
   * it is done. `exists`: somebody else opens the same one just before. `limited`: the host's limit for what is asked too quickly.
   * `silent`: never an answer. `echo`: a refusal that repeats the credential. `garbage`: a page instead of JSON, with status 200.
   */
  readonly kind:
    | 'bad-gateway'
    | 'reply-lost'
    | 'not-done'
    | 'exists'
    | 'limited'
    | 'silent'
    | 'echo'
    | 'garbage'
  /** For how many calls; for all if it isn't said. */
  times?: number
}

type SeenCall = {
  readonly asked: Asked | null
  readonly method: string
  readonly url: string
}

export type StandInHost = Awaited<ReturnType<typeof startStandInHost>>

/** Serves a bare repository as `ieb/gitops`, for who has the token. */
export async function startStandInHost(host: GitHost, directory: string, token: string) {
  const skin = SKINS[host]
  const git = await startGitHttpServer(directory, {
    authorization: `Basic ${Buffer.from(`berth:${token}`).toString('base64')}`,
  })
  const pulls = new KeptPulls(directory, skin.rules)
  const calls: SeenCall[] = []
  const faults: Fault[] = []
  let place: Place = { origin: '', cloneUrl: git.url }
  const webhooks = new Webhooks(skin, () => place)
  const world = { skin, pulls, token, calls, faults, webhooks, place: () => place }
  let turn = Promise.resolve()
  const server = createServer((request, response) => {
    // One after the other: what is asked for twice at once isn't done twice.
    turn = turn
      .then(async () => handle(world, request, response))
      .catch(() => {
        response.destroy()
      })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const origin = `http://127.0.0.1:${address.port}`
  place = { origin, cloneUrl: `${origin}/${OWNER}/${NAME}.git` }
  const repository: HostedRepository = { api: origin + skin.root, path: [OWNER, NAME] }

  return {
    host,
    token,
    /** As `hostedRepository` answers. */
    repository,
    /** Where the repository is fetched from and pushed to, by the same token. */
    git,
    /** What was asked of the API. */
    calls,
    /** The first that fits a call spoils it. */
    faults,
    /** Whom the host tells of what happens: nobody at first. */
    setHook: (hook: Hook | null) => {
      webhooks.hook = hook
    },
    deliverHeld: async () => webhooks.deliverHeld(),
    /** When the webhook was told of all that was asked by the API so far; of a merge or a push it was told before they end. */
    settled: async () => webhooks.settled(),
    /** All pull requests, as they are after what was pushed. */
    pulls: async () => pulls.all(),
    /** What a person does on the page of the pull request; answers with the new tip of the base. */
    merge: async (number: number, method: MergeMethod, by = 'ann', message?: string) => {
      const tell = async (isEarly: boolean) => {
        const pull = await pulls.find(number)
        if (pull === null) return
        const tip = (await pulls.tip(pull.base)) ?? ''
        await webhooks.tellPush(pull.base, tip, isEarly)
        await webhooks.tell('merged', pull, isEarly)
      }
      const before = async () => tell(true)
      const commit = await pulls.merge(number, method, {
        by,
        before,
        ...(message === undefined ? {} : { message }),
      })
      await tell(false)
      return commit
    },
    closeBy: async (number: number, by: string) => {
      const pull = await pulls.edit(number, { state: 'closed' }, by)
      if (typeof pull !== 'string') await webhooks.tell('closed', pull)
    },
    openFromFork: async (draft: PullDraft) => pulls.openFromFork(draft),
    /** Of what was pushed by git: the host doesn't notice it by itself. */
    tellPush: async (branch: string) => webhooks.tellPush(branch, (await pulls.tip(branch)) ?? ''),
    /** As hosts do after a merge, where they are set up so. */
    deleteBranch: async (branch: string) =>
      gitText(directory, ['update-ref', '-d', `refs/heads/${branch}`]),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await git.close()
    },
  }
}

type World = {
  readonly skin: Skin
  readonly pulls: KeptPulls
  readonly token: string
  readonly calls: SeenCall[]
  readonly faults: Fault[]
  readonly webhooks: Webhooks
  readonly place: () => Place
}

async function handle(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { skin, calls } = world
  const { method = 'GET', url = '/', headers } = request
  const { pathname, searchParams } = new URL(url, 'http://host')
  const body = await readBody(request)
  const call = pathname.startsWith(`${skin.root}/`)
    ? skin.read({ method, path: pathname.slice(skin.root.length), query: searchParams, body })
    : null
  const asked = call === null ? null : askedBy(call)
  calls.push({ asked, method, url })
  if (!skin.isSignedIn(headers, world.token)) return send(response, skin.notSignedIn)
  if (call === null) return send(response, { status: 404, json: { message: 'No such call.' } })
  const fault = takeFault(world.faults, asked)
  if (fault === 'exists' && call.kind === 'open') await world.pulls.open(call.draft)
  if (fault !== null && answersInstead(fault, skin, headers, response)) return
  const reply = fault === 'not-done' ? await pretended(world, call) : await done(world, call)
  if (fault === 'reply-lost') response.destroy()
  else send(response, reply)
}

function askedBy(call: ApiCall): Asked {
  switch (call.kind) {
    case 'find':
      return 'findOpen'
    case 'read-issue':
      return 'read'
    case 'edit':
      if (call.edit.state === undefined) return 'update'
      return call.edit.state === 'open' ? 'reopen' : 'close'
    default:
      return call.kind
  }
}

function takeFault(faults: Fault[], asked: Asked | null): Fault['kind'] | null {
  const fault = faults.find(({ at }) => at === 'any' || at === asked)
  if (fault === undefined) return null
  if (fault.times !== undefined) fault.times -= 1
  if (fault.times === 0) faults.splice(faults.indexOf(fault), 1)
  return fault.kind
}

/** Faults that keep the call from being done; true when there was one. */
function answersInstead(
  fault: Fault['kind'],
  skin: Skin,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): boolean {
  switch (fault) {
    case 'bad-gateway':
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>')
      return true
    case 'limited':
      send(response, skin.limited)
      return true
    case 'silent':
      return true
    case 'garbage':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>')
      return true
    case 'echo':
      send(response, { status: 403, json: { message: spelled(headers) } })
      return true
    case 'reply-lost':
    case 'not-done':
    case 'exists':
      return false
  }
}

function spelled(headers: IncomingHttpHeaders): string {
  const [scheme, value = scheme] = String(headers.authorization ?? headers['private-token']).split(
    ' ',
  )
  const plain = Buffer.from(value ?? '', 'base64').toString()
  return [scheme, value, encodeURIComponent(value ?? ''), plain].join('\n')
}

async function done(world: World, call: ApiCall): Promise<Reply> {
  const { skin, pulls, webhooks } = world
  const place = world.place()
  switch (call.kind) {
    case 'find':
      return { status: 200, json: skin.list(await listed(pulls, call), place) }
    case 'read':
      return replyOf(world, call, await foundOr(pulls, call.number), 200)
    case 'read-issue': {
      const pull = await foundOr(pulls, call.number)
      if (typeof pull === 'string') return skin.problem(pull, call)
      return { status: 200, json: skin.issue(pull, place) }
    }
    case 'open': {
      const pull = await pulls.open(call.draft)
      if (typeof pull !== 'string') webhooks.tellMeanwhile('opened', pull)
      return replyOf(world, call, pull, 201)
    }
    case 'edit': {
      const pull = await pulls.edit(call.number, call.edit, ROBOT)
      const happening = call.edit.state === 'open' ? 'reopened' : 'closed'
      if (typeof pull !== 'string' && call.edit.state) webhooks.tellMeanwhile(happening, pull)
      return replyOf(world, call, pull, skin.changed)
    }
    case 'comment': {
      const pull = await pulls.comment(call.number, call.text)
      if (typeof pull === 'string') return skin.problem(pull, call)
      return { status: 201, json: skin.comment(pull, call.text) }
    }
  }
}

/** What the answer would be, had it been done. */
async function pretended(world: World, call: ApiCall): Promise<Reply> {
  const { skin, pulls } = world
  if (call.kind === 'open') return replyOf(world, call, await pulls.drafted(call.draft), 201)
  if (call.kind === 'comment') {
    const pull = await foundOr(pulls, call.number)
    if (typeof pull === 'string') return skin.problem(pull, call)
    return { status: 201, json: skin.comment(pull, call.text) }
  }
  if (call.kind !== 'edit') return done(world, call)
  const pull = await foundOr(pulls, call.number)
  if (typeof pull === 'string') return skin.problem(pull, call)
  const { title = pull.title, body = pull.body, state = pull.state } = call.edit
  return replyOf(world, call, { ...pull, title, body, state }, skin.changed)
}

async function foundOr(pulls: KeptPulls, number: number): Promise<KeptPull | Problem> {
  return (await pulls.find(number)) ?? 'not-found'
}

/** The newest first, as all of them do it. */
async function listed(
  pulls: KeptPulls,
  { matches, page, limit }: Extract<ApiCall, { readonly kind: 'find' }>,
): Promise<readonly KeptPull[]> {
  const found = (await pulls.all()).filter(matches).toReversed()
  return found.slice((page - 1) * limit, page * limit)
}

function replyOf(
  { skin, place }: World,
  call: ApiCall,
  pull: KeptPull | Problem,
  status: number,
): Reply {
  if (typeof pull === 'string') return skin.problem(pull, call)
  return { status, json: skin.pull(pull, place()) }
}

function send(response: ServerResponse, { status, json, headers = {} }: Reply): void {
  const text = json === null ? '' : JSON.stringify(json)
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text)
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? undefined : JSON.parse(text)
}
