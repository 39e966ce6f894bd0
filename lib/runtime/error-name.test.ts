import { describe, expect, it } from 'vitest'
import type * as databaseErrors from '#db/errors.ts'
import type * as waitingLine from '#db/waiting-line.ts'
import type * as sealed from '#lib/secrets/sealed.ts'
import type * as refusals from '#lib/usecases/refusal.ts'

type Modules = typeof databaseErrors & typeof waitingLine & typeof refusals & typeof sealed

/** As Next.js does: a second copy of each module, with classes of its own. */
async function copy(name: string): Promise<Modules> {
  // The modules that the first one exports are not part of its copy.
  const files = [
    '../usecases/refusal.ts',
    '../secrets/sealed.ts',
    '../../db/errors.ts',
    '../../db/waiting-line.ts',
  ]
  const modules: object[] = await Promise.all(files.map((file) => import(`${file}?copy=${name}`)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the files that are named
  return Object.assign({}, ...modules) as Modules
}

const first = await copy('first')
const second = await copy('second')

const kindsOf = (thrown: unknown, modules: Modules) =>
  (
    [
      'Refusal',
      'DatabaseUnavailable',
      'DatabaseBusy',
      'StatementTooLong',
      'LineTooLong',
      'SealedUnreadable',
    ] as const
  ).filter((name) => thrown instanceof modules[name])

describe('an error that another copy of its module threw', () => {
  it.each([
    [['Refusal'], new first.Refusal('unavailable', 'no')],
    [['DatabaseUnavailable'], new first.DatabaseUnavailable(null)],
    [['DatabaseUnavailable', 'DatabaseBusy'], new first.DatabaseBusy(null)],
    [['StatementTooLong'], new first.StatementTooLong(null)],
    [['LineTooLong'], new first.LineTooLong('late')],
    [['SealedUnreadable'], new first.SealedUnreadable('no key')],
    [[], new Error('Refusal')],
    [[], { name: 'Refusal' }],
    [[], null],
  ])('is known as %j', (kinds, thrown) => {
    expect(first.Refusal).not.toBe(second.Refusal)
    expect(kindsOf(thrown, second)).toEqual(kinds)
  })
})
