import { distance } from 'fastest-levenshtein'

/** Of some texts the one that is made of a wrong one by the fewest edits, if they are few for its length; of several the first by name. */
export function nearest(wrong: string, texts: readonly string[]): string | null {
  const edits = (text: string) => distance(wrong.toLowerCase(), text.toLowerCase())
  const most = wrong.length < 4 ? 1 : 2
  const [best] = texts
    .map((text) => ({ text, edits: edits(text) }))
    .filter((each) => each.edits <= most)
    .toSorted((a, b) => a.edits - b.edits || (a.text < b.text ? -1 : 1))
  return best?.text ?? null
}
