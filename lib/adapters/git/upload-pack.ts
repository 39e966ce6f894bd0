// Read access to a bare repository over git's smart HTTP protocol. Each request runs `git upload-pack` once.
// https://git-scm.com/docs/gitprotocol-http
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { killGit, startGit } from './git-process.ts'

/** The limit of `git http-backend`; a fetch of 10,000 branches sends less than 1 MiB. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024
/** Argo CD gives up after 90 seconds; a first clone over a slow line may take longer. */
const ANSWER_TIMEOUT_MS = 10 * 60_000

/** Git's exit code for a request that it doesn't understand. */
const GIT_DIED = 128

const gunzipBytes = promisify(gunzip)

export type GitClient = {
  /** Reads a request's body, at most so many bytes. */
  readonly readBody: (request: Request, bytesMax: number) => Promise<Buffer>
  /** Resolves when git may be started for this client; the returned function is called when git has ended. */
  readonly takeTurn: () => Promise<() => void>
}

/**
 * Answers one request of a git client. `path` is what follows the repository in the URL: `info/refs` or
 * `git-upload-pack`. A push is refused with 403; other paths, and the protocol without upload-pack, with 404. The caller
 * has decided who may read. Throws what the client's `readBody` and `takeTurn` throw.
 */
export async function serveUploadPack(
  directory: string,
  path: string,
  request: Request,
  client: GitClient,
): Promise<Response> {
  const service = new URL(request.url).searchParams.get('service')
  if (path === 'git-receive-pack' || service === 'git-receive-pack') {
    return refusal(403, 'This repository is read-only.')
  }
  if (request.method === 'GET' && path === 'info/refs' && service === 'git-upload-pack') {
    return advertise(directory, request, client)
  }
  if (request.method === 'POST' && path === 'git-upload-pack') {
    return answer(directory, request, client)
  }
  return refusal(404, 'There is nothing here.')
}

async function advertise(
  directory: string,
  request: Request,
  { takeTurn }: GitClient,
): Promise<Response> {
  const protocol = protocolOf(request)
  const child = startUploadPack(directory, protocol, ['--advertise-refs'], await takeTurn())
  child.stdin.end()
  // Version 2 begins with its capabilities; older ones name the service first.
  const preface = protocol.split(':').includes('version=2')
    ? ''
    : '001e# service=git-upload-pack\n0000'
  return stream(child, request.signal, {
    contentType: 'application/x-git-upload-pack-advertisement',
    preface,
    nothing: unreadable,
  })
}

async function answer(
  directory: string,
  request: Request,
  { readBody, takeTurn }: GitClient,
): Promise<Response> {
  if (request.headers.get('content-type') !== 'application/x-git-upload-pack-request') {
    return refusal(415, 'The body is not a request of git-upload-pack.')
  }
  // Read completely before git starts, so that a slow client doesn't occupy a process.
  const body = await unpacked(request, await readBody(request, MAX_REQUEST_BYTES))
  if (!(body instanceof Uint8Array)) return body
  const isReadable = await hasHead(directory)
  const contentType = 'application/x-git-upload-pack-result'
  const child = startUploadPack(directory, protocolOf(request), [], await takeTurn())
  child.stdin.end(body)
  return stream(child, request.signal, {
    contentType,
    preface: '',
    nothing: (exitCode) => {
      // Git asks in this way whether it may send much.
      if (exitCode === 0) return new Response(null, { headers: headersOf(contentType) })
      return exitCode === GIT_DIED && isReadable
        ? refusal(400, 'The body is not a request of git-upload-pack.')
        : unreadable()
    },
  })
}

async function hasHead(directory: string): Promise<boolean> {
  return access(join(directory, 'HEAD')).then(
    () => true,
    () => false,
  )
}

const unreadable = () => refusal(500, 'The repository could not be read.')

function startUploadPack(
  directory: string,
  protocol: string,
  options: readonly string[],
  onEnd: () => void,
): ChildProcessWithoutNullStreams {
  const settings = [
    // Argo CD fetches commits by id, even when they are no longer the tip of a branch.
    'uploadpack.allowReachableSHA1InWant=true',
    // The operator named the directory; it may belong to another user, as with mounted volumes.
    `safe.directory=${directory}`,
  ].flatMap((setting) => ['-c', setting])
  const command = ['upload-pack', '--stateless-rpc', '--strict', ...options, '--', directory]
  const child = startGit({
    directory,
    args: [...settings, ...command],
    environment: protocol === '' ? {} : { GIT_PROTOCOL: protocol },
  })
  child.on('close', onEnd)
  // Any error shows as an answer that is missing or cut short.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.stderr.resume()
  return child
}

/** The protocol version that the client asks for; anything that git doesn't know counts as none. */
function protocolOf(request: Request): string {
  const header = request.headers.get('git-protocol') ?? ''
  return /^[a-z0-9=:._-]{1,100}$/.test(header) ? header : ''
}

async function unpacked(request: Request, bytes: Buffer): Promise<Uint8Array | Response> {
  if (request.headers.get('content-encoding') !== 'gzip') return bytes
  try {
    return await gunzipBytes(bytes, { maxOutputLength: MAX_REQUEST_BYTES })
  } catch {
    return refusal(400, 'The body is not gzip, or too large.')
  }
}

type Streamed = {
  readonly contentType: string
  /** Bytes to send before git's own output. */
  readonly preface: string
  /** The answer when git ended without output; its exit code is null when it was killed. */
  readonly nothing: (exitCode: number | null) => Response
}

/**
 * A response that streams what git writes. Git is killed when the client disconnects or takes too long. Resolves with the
 * first bytes, so that a git that fails at once isn't answered as an empty success.
 */
async function stream(
  child: ChildProcessWithoutNullStreams,
  signal: AbortSignal,
  { contentType, preface, nothing }: Streamed,
): Promise<Response> {
  const stop = () => {
    killGit(child)
    // What nobody has read would keep the child from closing, and so the client's turn.
    child.stdout.destroy()
  }
  const timer = setTimeout(stop, ANSWER_TIMEOUT_MS)
  signal.addEventListener('abort', stop)
  const closed = new Promise<void>((resolve) => {
    child.on('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
  if (signal.aborted) stop()
  const chunks: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]()
  const first = await chunks.next().catch(() => null)
  if (first === null || first.done === true) {
    await closed
    return nothing(child.exitCode)
  }
  let next: Buffer | null = Buffer.concat([Buffer.from(preface), first.value])
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = next ?? (await nextChunk(chunks))
      next = null
      if (chunk !== null) return controller.enqueue(chunk)
      await closed
      if (child.exitCode === 0) controller.close()
      else controller.error(new Error('git upload-pack did not end well'))
    },
    cancel: stop,
  })
  return new Response(body, { headers: headersOf(contentType) })
}

async function nextChunk(chunks: AsyncIterator<Buffer>): Promise<Buffer | null> {
  const chunk = await chunks.next()
  return chunk.done === true ? null : chunk.value
}

const NEVER_CACHED = { 'Cache-Control': 'no-cache, max-age=0, must-revalidate' }

const headersOf = (contentType: string) => ({ ...NEVER_CACHED, 'Content-Type': contentType })

function refusal(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: headersOf('text/plain; charset=utf-8') })
}
