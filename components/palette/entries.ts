// What the palette offers besides objects: a list that is here already, so that it answers to each letter at once.
import type { LucideIcon } from 'lucide-react'

export type Entry = {
  readonly key: string
  readonly label: string
  readonly note?: string
  readonly icon: LucideIcon
  readonly open: () => void
}

export type EntryGroup = { readonly heading: string; readonly entries: readonly Entry[] }

/** The groups with the entries that have each word of a text, those that begin with it first. */
export function matching(groups: readonly EntryGroup[], text: string): readonly EntryGroup[] {
  const words = text.toLowerCase().split(/\s+/)
  const has = ({ label }: Entry) => words.every((word) => label.toLowerCase().includes(word))
  const begins = ({ label }: Entry) => label.toLowerCase().startsWith(text.trim().toLowerCase())
  return groups
    .map(({ heading, entries }) => {
      const found = entries.filter(has)
      return { heading, entries: [...found.filter(begins), ...found.filter((one) => !begins(one))] }
    })
    .filter(({ entries }) => entries.length > 0)
}
