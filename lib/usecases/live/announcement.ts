// What processes tell each other: what happened lately in which tenants, as the text of one notification.
import { announcementText } from '#lib/schemas/announcement.ts'
import type { LiveId, LiveTopic } from '#lib/schemas/live.ts'

/** The channel on which processes announce what happened. */
export const LIVE_CHANNEL = 'berth_live'

/** One topic of one tenant; `ids` null: more than are named. */
export type Said = {
  readonly tenant: number
  readonly topic: LiveTopic
  readonly ids: readonly LiveId[] | null
}

export type Announcement = { readonly id: string; readonly said: readonly Said[] }

/** Postgres takes payloads of fewer than 8,000 bytes. https://www.postgresql.org/docs/18/sql-notify.html */
const BYTES_MAX = 7_999

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const entryOf = ({ tenant, topic, ids }: Said) => [tenant, topic, ids] as const
const unnamed = (said: Said): Said => ({ ...said, ids: null })

/**
 * An announcement as a text, and what has no room in it. That it is said at all goes first: the ids of what comes last are
 * left out where they don't fit.
 */
export function writeAnnouncement({ id, said }: Announcement): {
  readonly text: string
  readonly left: readonly Said[]
} {
  let bytes = bytesOf([id, []])
  // With the comma.
  const sizes = said.map((each) => bytesOf(entryOf(unnamed(each))) + 1)
  const count = sizes.findIndex((size) => (bytes += size) > BYTES_MAX)
  const [taken, left] = count === -1 ? [said, []] : [said.slice(0, count), said.slice(count)]
  let room = BYTES_MAX - bytesOf([id, taken.map(unnamed).map(entryOf)])
  const entries = taken.map((each) => {
    const more = bytesOf(each.ids) - bytesOf(null)
    if (more > room) return entryOf(unnamed(each))
    room -= Math.max(0, more)
    return entryOf(each)
  })
  return { text: JSON.stringify([id, entries]), left }
}

/** Null: another version wrote it. */
export function readAnnouncement(text: string): Announcement | null {
  const read = announcementText.safeParse(parsed(text))
  if (!read.success) return null
  const [id, entries] = read.data
  return { id, said: entries.map(([tenant, topic, ids]) => ({ tenant, topic, ids })) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
