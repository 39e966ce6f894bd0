import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { mayImport, type Room, rooms } from './walls.ts'

type Import = { readonly from: string; readonly target: string; readonly isRelative: boolean }

const SPECIFIER =
  /^(?:import|export (?:type )?[*{])(?:[^'"=;]*\bfrom)? '([^'\s]+)'|\bimport\('([^'\s]+)'\)/gm

const roomOf = (file: string): Room | undefined =>
  rooms.find(({ path: folder }) => file.startsWith(`${folder}/`))

const files = globSync('{app,components,db,lib}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.ts$|\/testing\//.test(file),
)
const imports = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(SPECIFIER)].map(([, stated, called = '']): Import => {
    const name = stated ?? called
    const isRelative = name.startsWith('.')
    const target = isRelative ? path.join(path.dirname(from), name) : name.replace(/^#/, '')
    return { from, target, isRelative }
  }),
)
const ours = imports.filter(({ target }) => roomOf(target))
const foreign = imports.filter(({ target }) => !roomOf(target) && !target.endsWith('.css'))

/** Of a room of its own under another one, too. */
const isIn = (folder: string, file: string) => file.startsWith(`${folder}/`)
const isOf = (name: string, target: string) =>
  name === 'node:' ? target.startsWith(name) : target === name || target.startsWith(`${name}/`)

describe('the house', () => {
  it('has a room for every file', () => {
    expect(files.filter((file) => !roomOf(file))).toEqual([])
    expect(files.length).toBeGreaterThan(500)
  })

  it('lets a file import what its room may, by full path, types included', () => {
    const forbidden = ours.filter(({ from, target }) => !mayImport(roomOf(from)!, roomOf(target)!))
    expect(forbidden).toEqual([])
  })

  it('is crossed by #, never by a relative path, which the linter could not tell from one within the room', () => {
    const across = ours.filter(
      ({ from, target, isRelative }) => isRelative && roomOf(from) !== roomOf(target),
    )
    expect(across).toEqual([])
  })

  it('lets a file import the packages that its room may', () => {
    const forbidden = foreign.filter(
      ({ from, target }) => !roomOf(from)!.packages.some((name) => isOf(name, target)),
    )
    expect(forbidden).toEqual([])
  })

  it.each(rooms.map((room) => [room.path, room] as const))(
    '%s may import nothing that it does not',
    (folder, { imports: allowed, packages }) => {
      const used = imports.filter(({ from }) => isIn(folder, from)).map(({ target }) => target)
      const idle = [
        ...allowed.filter((other) => !used.some((target) => isIn(other, target))),
        ...packages.filter((name) => !used.some((target) => isOf(name, target))),
      ]
      expect(idle).toEqual([])
    },
  )

  it('has arrows that point one way: a room imports rooms above it in the list alone', () => {
    const upwards = rooms.flatMap((room, place) =>
      rooms
        .slice(place + 1)
        .flatMap((other) => (mayImport(room, other) ? [[room.path, other.path]] : [])),
    )
    expect(upwards).toEqual([])
  })

  it('is drawn in ARCHITECTURE.md', () => {
    expect(readFileSync('ARCHITECTURE.md', 'utf8')).toContain(table())
  })
})

describe('ARCHITECTURE.md', () => {
  it('names files that there are', () => {
    const named = [...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`([^`\s]+\.tsx?)`/g)]
    const known = globSync('{app,components,db,lib,scripts}/**/*.{ts,tsx}').concat('walls.ts')
    const missing = named.filter(
      ([, name = '']) => !known.some((file) => `/${file}`.endsWith(`/${name}`)),
    )
    expect(named.length).toBeGreaterThan(50)
    expect(missing.map(([, name]) => name)).toEqual([])
  })
})

const nameOf = (folder: string) => `\`${folder.replace(/^lib\//, '')}\``

/** As oxfmt writes it. */
function table(): string {
  const rows = [
    ['room', 'what is in it', 'may import'],
    ...rooms.map(({ path: folder, holds, imports: others }) => [
      nameOf(folder),
      holds,
      others.map(nameOf).join(', ') || 'nothing',
    ]),
  ]
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)))
  const rule = widths.map((width) => '-'.repeat(width))
  return [lines[0]!, rule, ...lines.slice(1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
