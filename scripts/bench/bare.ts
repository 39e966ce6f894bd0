import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a reference, a file beside this one, in a process of its own. */
export async function startBare(
  file: string,
  databaseUrl: string,
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const child = fork(new URL(file, import.meta.url), [databaseUrl])
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, child }
}
