// Starts Berth once in a server process: what answers requests here, and the publisher in a thread of its own, so that
// rendering and Git never delay an answer.
import { Worker } from 'node:worker_threads'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { listen } from '#db/listener.ts'
import { EnvironmentInvalid, readEnvironment } from '#lib/settings/env.ts'
import { LIVE_CHANNEL } from '#lib/usecases/live/announcement.ts'
import { keepHearing } from '#lib/usecases/live/hear.ts'
import { installServices } from '#lib/usecases/services.ts'
import { boot, type Booted } from './boot.ts'

const END_PATIENCE_MS = 5_000

/**
 * Starts everything but the server, which calls it before it takes requests. Ends the process when the environment is
 * invalid: a half-configured portal must not answer. `endAnswering` lets the server finish the answers that it owes when the
 * process is told to end. `prepare` is done before anything is published.
 */
export async function start(
  endAnswering: () => Promise<void>,
  prepare: (booted: Booted) => Promise<void> = async () => {},
): Promise<void> {
  try {
    const environment = readEnvironment(process.env)
    const booted = await boot(environment)
    installServices(booted.services)
    void booted.gone.then(endProcess)
    await prepare(booted)
    const { services, databaseUrl } = booted
    const publisher = startPublisher({ databaseUrl })
    const endHearing = keepHearing(services, (heard) => listen(databaseUrl, LIVE_CHANNEL, heard))
    endWhenTold(async () => {
      // Otherwise the server would wait for answers that never end.
      services.live.end()
      await Promise.all([endAnswering(), endPublisher(publisher)])
      await endHearing()
      await booted.stop()
    })
  } catch (error) {
    endProcess(error)
  }
}

/** Answers that are still owed are dropped: the supervisor of the process starts another one. */
function endProcess(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}

/** At the first signal. Later ones change nothing: npm passes on a Ctrl-C that the terminal also sends to the process. */
function endWhenTold(end: () => Promise<void>): void {
  let isEnding = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) return
      isEnding = true
      void end().finally(() => process.exit(0))
    })
  }
}

function startPublisher(workerData: unknown): Worker {
  // By path and not by import: a bundler would merge the thread's module into this one.
  const lib = path.join(/* turbopackIgnore: true */ process.cwd(), 'lib')
  const file = path.join(lib, 'worker', 'main.ts')
  const formats = pathToFileURL(path.join(lib, 'runtime', 'import-formats.ts')).href
  const publisher = new Worker(/* turbopackIgnore: true */ file, {
    workerData,
    execArgv: [...process.execArgv, '--import', formats],
  })
  publisher.on('error', (error) => {
    process.stderr.write(`The publisher died: ${explain(error)}\n`)
    process.exit(1)
  })
  return publisher
}

/** Gives it some time to finish its work; the next start settles whatever it leaves. */
async function endPublisher(publisher: Worker): Promise<void> {
  const ended = new Promise((resolve) => publisher.once('exit', resolve))
  publisher.postMessage('stop')
  await Promise.race([ended, pause(END_PATIENCE_MS)])
  await publisher.terminate()
}

function explain(error: unknown): string {
  if (error instanceof EnvironmentInvalid) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
