// A process as others see it: what it gathers is announced, and it hears what all announce.
import { expect, inject } from 'vitest'
import { listen, type Listener } from '#db/listener.ts'
import type { Services } from '../../services.ts'
import { LIVE_CHANNEL } from '../announcement.ts'
import { Announcer } from '../announcer.ts'
import { keepHearing } from '../hear.ts'
import { LiveStreams } from '../live-streams.ts'
import { TimeWatch } from '../time-watch.ts'

type Limits = ConstructorParameters<typeof LiveStreams>[1]

export type LiveProcess = {
  readonly services: Services
  /** Time as this process has it; looked at when `look` is called. */
  readonly setClock: (now: Date) => void
  readonly look: () => Promise<void>
  /** Cuts the connection over which it hears; it makes another. */
  readonly cut: () => Promise<void>
  readonly end: () => Promise<void>
}

/** Like those of a process that is as far as that it hears. */
export async function startLiveProcess(
  services: Services,
  limits: Limits = {},
): Promise<LiveProcess> {
  let now = services.clock()
  const clock = () => now
  const announcer = new Announcer(10)
  const watch = new TimeWatch({
    database: services.database,
    announcer,
    clock,
    failed: (error) => expect.unreachable(String(error)),
  })
  const live = new LiveStreams(watch, limits)
  const { promise: hearing, resolve } = Promise.withResolvers<void>()
  let listener: Listener | null = null
  const endHearing = keepHearing({ announcer, live }, async (heard) => {
    listener = await listen(inject('databaseUrl'), LIVE_CHANNEL, heard)
    setImmediate(resolve)
    return listener
  })
  await hearing
  return {
    services: { ...services, announcer, live, clock },
    setClock: (at) => (now = at),
    look: () => watch.look(),
    cut: async () => {
      await listener?.close()
    },
    end: async () => {
      live.end()
      await endHearing()
    },
  }
}
