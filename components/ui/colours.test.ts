import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { GROUP_COLOURS } from '#components/charts/looks.ts'

const css = readFileSync('app/globals.css', 'utf8')
const TONES = ['good', 'progress', 'warn', 'bad', 'unknown']
const SERIES = Array.from({ length: GROUP_COLOURS }, (_, index) => `series-${index + 1}`)
const GROUNDS = ['canvas', 'surface', 'sunken']

/** The colours that the rule of a selector sets, by name. */
function coloursOf(selector: string): ReadonlyMap<string, string> {
  const rule = css.split(`\n${selector} {`)[1]?.split('\n}')[0] ?? ''
  const set = rule.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)
  return new Map([...set].map(([, name = '', colour = '']) => [name, colour]))
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each([
  ['light', ':root'],
  ['dark', '.dark'],
])('in the %s theme', (_, selector) => {
  const colours = coloursOf(selector)
  const between = (one: string, other: string) =>
    contrast(colours.get(one) ?? '', colours.get(other) ?? '')

  it.each(TONES)('what is %s can be read on every ground, and on its own', (tone) => {
    for (const ground of [...GROUNDS, `${tone}-soft`]) {
      expect(between(tone, ground), ground).toBeGreaterThanOrEqual(4.5)
    }
  })

  it.each(TONES)('an area that is %s is told from every ground', (tone) => {
    for (const ground of GROUNDS) {
      expect(between(`${tone}-solid`, ground), ground).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(SERIES)('%s of a chart is told from every ground', (series) => {
    for (const ground of GROUNDS) {
      expect(between(series, ground), ground).toBeGreaterThanOrEqual(3)
    }
  })
})
