import { beforeEach, describe, expect, it } from 'vitest'
import { type Draft, forgetDrafts, KeptDrafts } from './kept-drafts.ts'

/** A tab's storage, as far as drafts use it. */
class Storage {
  [key: string]: unknown
}
Object.defineProperties(Storage.prototype, {
  getItem: {
    value(this: Storage, key: string) {
      return this[key] ?? null
    },
  },
  setItem: {
    value(this: Storage, key: string, text: string) {
      this[key] = text
    },
  },
  removeItem: {
    value(this: Storage, key: string) {
      delete this[key]
    },
  },
})

const draft = (name: string): Draft => ({ at: 1, base: { name: '' }, values: { name } })

let storage: globalThis.Storage
let drafts: KeptDrafts
beforeEach(() => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake
  storage = new Storage() as unknown as globalThis.Storage
  drafts = new KeptDrafts('tenant ada', storage)
})

describe('drafts', () => {
  it('are found by the address of their form until they are dropped', () => {
    drafts.keep('/policies/new', draft('one'))
    drafts.keep('/teams/new', draft('two'))
    expect(drafts.find('/policies/new')).toEqual(draft('one'))
    drafts.drop('/policies/new')
    expect(drafts.find('/policies/new')).toBeNull()
    expect(drafts.find('/teams/new')).toEqual(draft('two'))
  })

  it('are those of one visitor', () => {
    drafts.keep('/policies/new', draft('one'))
    expect(new KeptDrafts('tenant ines', storage).find('/policies/new')).toBeNull()
  })

  it('are the ten that were typed in last, and none is large', () => {
    for (let index = 0; index < 11; index++) drafts.keep(`/${index}`, draft('x'))
    drafts.keep('/large', draft('x'.repeat(100_001)))
    expect(drafts.find('/0')).toBeNull()
    expect(drafts.find('/1')).not.toBeNull()
    expect(drafts.find('/large')).toBeNull()
  })

  it('are forgotten all together, and nothing else is', () => {
    storage.setItem('berth-list tenant ada', 'a list')
    drafts.keep('/policies/new', draft('one'))
    forgetDrafts(storage)
    expect(drafts.find('/policies/new')).toBeNull()
    expect(storage.getItem('berth-list tenant ada')).toBe('a list')
  })
})
