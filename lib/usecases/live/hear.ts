// Connects a process with all others: what it gathers is announced, and what anybody announces is heard, over one connection
// that serves nothing else.
import { keepListening, type Listener } from '#db/listener.ts'
import type { Services } from '../services.ts'

/** Hears until the returned function is called. `listen` makes a connection that listens on the channel of announcements. */
export function keepHearing(
  { announcer, live }: Pick<Services, 'announcer' | 'live'>,
  listen: (heard: (text: string) => void) => Promise<Listener>,
): () => Promise<void> {
  const ending = new AbortController()
  const hearing = keepListening(
    () => listen((text) => live.hear(text)),
    (listener) => {
      announcer.sendOver(listener)
      if (listener === null) live.endHearing()
      else live.beginHearing()
    },
    ending.signal,
  )
  return () => {
    ending.abort()
    return hearing
  }
}
