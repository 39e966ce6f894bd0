import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { exportTexts } from './row-formats.ts'

const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ depthSize: 'small' })), {
  maxLength: 150,
})
const pages = fc.array(rows, { maxLength: 4 })

async function* taken(read: readonly (readonly unknown[])[]) {
  yield* read
}

it.each([
  ['json', (text: string): unknown => JSON.parse(text)],
  ['yaml', (text: string): unknown => parse(text)],
] as const)(
  '%s has each row of each page once, in order, and how many they are',
  async (format, read) => {
    const forms = { json: (row: unknown) => row, columns: {} }
    await fc.assert(
      fc.asyncProperty(pages, async (pagesRead) => {
        let text = ''
        for await (const part of exportTexts(format, forms, taken(pagesRead))) text += part
        const items: unknown = JSON.parse(JSON.stringify(pagesRead.flat()))
        const total = pagesRead.flat().length
        expect(read(text)).toEqual({ items, continue: null, total, totalIsExact: true })
      }),
      { numRuns: 60 },
    )
  },
)
