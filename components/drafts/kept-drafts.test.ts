import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Draft,
  forgetDrafts,
  forgetOldDrafts,
  KeptDrafts,
  type Stores,
} from './kept-drafts.ts'

/** A browser's storage, as far as drafts use it. */
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

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a fake
const newStorage = () => new Storage() as unknown as globalThis.Storage

const draft = (name: string, at = 1): Draft => ({ at, opened: { name: '' }, values: { name } })

let stores: Stores
let drafts: KeptDrafts
beforeEach(() => {
  stores = { tab: newStorage(), browser: newStorage() }
  drafts = new KeptDrafts('tenant ada', stores)
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
    expect(new KeptDrafts('tenant ines', stores).find('/policies/new')).toBeNull()
  })

  it('are the ten that were typed in last, and none is large', () => {
    for (let index = 0; index < 11; index++) drafts.keep(`/${index}`, draft('x'))
    drafts.keep('/large', draft('x'.repeat(100_001)))
    expect(drafts.find('/0')).toBeNull()
    expect(drafts.find('/1')).not.toBeNull()
    expect(drafts.find('/large')).toBeNull()
  })

  it('are forgotten all together, and nothing else is', () => {
    stores.tab.setItem('berth-list tenant ada', 'a list')
    drafts.keep('/policies/new', draft('one'))
    forgetDrafts(stores, 1)
    expect(JSON.stringify(stores.tab)).not.toContain('one')
    expect(stores.tab.getItem('berth-list tenant ada')).toBe('a list')
  })

  it('of another tab are not found any more, and are forgotten there, but for what was typed since', () => {
    const other = { tab: newStorage(), browser: stores.browser }
    const ofOther = new KeptDrafts('tenant ada', other)
    ofOther.keep('/policies/new', draft('before', 10))
    forgetDrafts(stores, 10)
    expect(ofOther.find('/policies/new')).toBeNull()
    ofOther.keep('/teams/new', draft('since', 11))
    forgetOldDrafts(other)
    expect(JSON.stringify(other.tab)).not.toContain('before')
    expect(ofOther.find('/teams/new')).toEqual(draft('since', 11))
  })
})
