import { expect, it } from 'vitest'
import { besideOf } from './anchored.ts'

const WINDOW = { width: 1000, height: 800 }
const PANEL = { width: 300, height: 200 }
const at = (left: number, top: number) => ({ left, top, bottom: top + 30, width: 100, height: 30 })

it.each([
  ['below its button', at(100, 50), PANEL, { left: 100, top: 86 }],
  ['as far right as the window goes', at(900, 50), PANEL, { left: 700, top: 86 }],
  ['above where there is no room below', at(100, 700), PANEL, { left: 100, top: 494 }],
  [
    'within a window that it fills',
    at(100, 400),
    { width: 1200, height: 790 },
    { left: 0, top: 0 },
  ],
])('a popover is placed %s', (_, button, panel, place) => {
  expect(besideOf(button, panel, WINDOW)).toEqual(place)
})
