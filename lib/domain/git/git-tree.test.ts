import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  decodeTree,
  encodeTree,
  findEntry,
  objectId,
  replaceEntryId,
  withEntries,
  type TreeEntry,
} from './git-tree.ts'

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest('hex')
const id = 'ce013625030ba8dba906f756967f9e9ca394464a'
const file = (name: string): TreeEntry => ({ name, mode: '100644', id })
const folder = (name: string): TreeEntry => ({ name, mode: '40000', id })
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const rawId = '\u0001'.repeat(20)

function codesOf(result: { ok: boolean; issues?: readonly { code: string }[] }): string[] {
  return (result.issues ?? []).map(({ code }) => code)
}

describe('object ids', () => {
  it.each([
    { type: 'blob' as const, body: '', expected: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391' },
    { type: 'blob' as const, body: 'hello\n', expected: id },
    { type: 'tree' as const, body: '', expected: '4b825dc642cb6eb9a060e54bf8d69288fbee4904' },
  ])('of a $type of $body.length bytes are those of git', ({ type, body, expected }) => {
    expect(objectId(type, bytesOf(body), sha1)).toBe(expected)
  })
})

describe('encoding', () => {
  it('puts a folder where its name with a slash belongs', () => {
    const encoded = encodeTree([file('a0'), folder('a'), file('a.b'), file('a-')])
    const names = encoded.ok ? decodeTree(encoded.value) : encoded
    expect(names.ok && names.value.map(({ name }) => name)).toEqual(['a-', 'a.b', 'a', 'a0'])
  })

  it.each([
    { what: 'an empty name', entries: [file('')], codes: ['tree_name'] },
    { what: 'a slash', entries: [file('a/b')], codes: ['tree_name'] },
    { what: 'a NUL', entries: [file('a\0b')], codes: ['tree_name'] },
    { what: 'a character that is no byte', entries: [file('ž')], codes: ['tree_name'] },
    { what: 'a short id', entries: [{ ...file('a'), id: 'ce01' }], codes: ['tree_id'] },
    {
      what: 'an upper-case id',
      entries: [{ ...file('a'), id: id.toUpperCase() }],
      codes: ['tree_id'],
    },
    {
      what: 'ids of two hash functions',
      entries: [file('a'), { ...file('b'), id: id + id.slice(0, 24) }],
      codes: ['tree_id'],
    },
    {
      what: 'a file and a folder of one name',
      entries: [file('a'), file('a.b'), folder('a')],
      codes: ['tree_duplicate'],
    },
    {
      what: 'several at once',
      entries: [file(''), { ...file('b'), id: '' }],
      codes: ['tree_name', 'tree_id'],
    },
  ])('refuses $what', ({ entries, codes }) => {
    expect(codesOf(encodeTree(entries))).toEqual(codes)
  })
})

describe('decoding', () => {
  it.each([
    { what: 'an id cut short', text: '100644 a\0abc', codes: ['tree_malformed'] },
    { what: 'no NUL', text: '100644 a', codes: ['tree_malformed'] },
    { what: 'no space', text: '100644', codes: ['tree_malformed'] },
    { what: 'a padded mode', text: `040000 a\0${rawId}`, codes: ['tree_mode'] },
    { what: 'an unknown mode', text: `100664 a\0${rawId}`, codes: ['tree_mode'] },
    { what: 'an empty name', text: `100644 \0${rawId}`, codes: ['tree_name'] },
    {
      what: 'entries out of order',
      text: `100644 b\0${rawId}100644 a\0${rawId}`,
      codes: ['tree_order'],
    },
    {
      what: 'one name twice',
      text: `100644 a\0${rawId}100644 a\0${rawId}`,
      codes: ['tree_duplicate'],
    },
  ])('refuses $what', ({ text, codes }) => {
    expect(codesOf(decodeTree(bytesOf(text)))).toEqual(codes)
  })

  it('keeps names of any bytes', () => {
    const text = `100644 \u00ff\u0080 \n\0${rawId}`
    const decoded = decodeTree(bytesOf(text))
    expect(decoded.ok && decoded.value[0]?.name).toBe('\u00ff\u0080 \n')
  })
})

describe('what Berth puts into a tree', () => {
  it.each(['.git', '.GIT', '..', '.', 'git~1', 'a/b', 'a\\b', '.git ', 'é', 'a\nb'])(
    'is never named %j',
    (name) => {
      expect(withEntries([], [file(name)]).ok).toBe(false)
    },
  )

  it('leaves the odd names of others as they are', () => {
    const foreign = [file('caf\u00c3\u00a9'), file('.gitmodules')]
    const changed = withEntries(foreign, [file('README.md')])
    expect(changed.ok && changed.value.map(({ name }) => name)).toEqual([
      '.gitmodules',
      'README.md',
      'caf\u00c3\u00a9',
    ])
  })
})

describe('one entry of the bytes', () => {
  const encoded = encodeTree([folder('aa'), file('a'), file('b')])
  const bytes = encoded.ok ? encoded.value : new Uint8Array()

  it('is not found by the beginning of its name', () => {
    expect(findEntry(bytes, 'aa')).toEqual(folder('aa'))
    expect(findEntry(bytes, 'aaa')).toBeNull()
    expect(replaceEntryId(bytes, 'c', id)).toBeNull()
  })

  it('stays as it is in the bytes of a Buffer, whose `slice` copies nothing', () => {
    const buffer = Buffer.from(bytes)
    expect(replaceEntryId(buffer, 'a', 'f'.repeat(40))).not.toEqual(bytes)
    expect(Uint8Array.from(buffer)).toEqual(bytes)
  })

  it.each(['', 'ce01', id.toUpperCase(), `${id}${id}`, id.slice(2) + 'zz', '0'.repeat(64)])(
    'does not get the id %j',
    (wrong) => {
      expect(replaceEntryId(bytes, 'a', wrong)).toBeNull()
    },
  )
})
