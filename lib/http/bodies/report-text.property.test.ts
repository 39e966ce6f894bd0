// A text that says the same as one that was read before isn't read. Whatever is sent, it would be read as the same.
import { array, assert, oneof, property } from 'fast-check'
import { expect, it } from 'vitest'
import { edit, nextEdit, reportText as anyText } from '#lib/http/testing/report-texts.ts'
import { reportDigests } from '#lib/usecases/reports/digest.ts'
import { readReport } from './report-body.ts'

const numRuns = Number(process.env['BERTH_TRIALS'] ?? 3000)

const beginnings = array(edit, { maxLength: 2 })
const sequels = oneof(
  array(nextEdit, { minLength: 1, maxLength: 2 }),
  edit.map((each) => [each]),
)

function readOf(text: string, before: string | null = null) {
  return readReport(Buffer.from(text), { isZipped: false, before })
}

/** What it says in all, without what varies. */
function meaning(text: string) {
  const read = readOf(text)
  if (!read.ok || !('items' in read.value)) throw new Error(`refused: ${text}`)
  const { isComplete, items, observedAt, sequence } = read.value
  const { whole } = reportDigests({ ...read.value, sentAt: null, reportDigest: null })
  return { steady: { isComplete, whole, count: items.length }, varying: { observedAt, sequence } }
}

it('is read as what was read before, but for what varies, and is refused if it has to be', () => {
  let same = 0
  assert(
    property(anyText, beginnings, array(sequels, { maxLength: 5 }), (text, first, then) => {
      const before = first.reduce((edited, each) => each(edited), text)
      const read = readOf(before)
      if (!read.ok || !('items' in read.value) || read.value.text === null) return
      for (const changes of then) {
        const after = changes.reduce((edited, each) => each(edited), before)
        const again = readOf(after, read.value.text)
        if (again.ok && !('items' in again.value)) {
          const { observedAt, sequence } = again.value
          expect(meaning(after)).toEqual({
            steady: meaning(before).steady,
            varying: { observedAt, sequence },
          })
          if (after !== before) same += 1
        } else {
          expect(again).toEqual(readOf(after))
        }
      }
    }),
    { numRuns },
  )
  expect(same).toBeGreaterThan(numRuns / 20)
})
