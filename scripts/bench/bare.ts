import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a reference in a process of its own. */
export async function startBare(
  file: URL,
  databaseUrl: string,
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = fork(file, [databaseUrl])
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, child }
}
