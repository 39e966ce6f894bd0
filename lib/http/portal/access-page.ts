// The data of the access settings page: the grants, and the answer to the question in its address.
import { readValues } from '#lib/http/api/query.ts'
import { accessParameters, accessQuestion } from '#lib/http/operations/access-question.ts'
import {
  type AccessAnswer,
  explainAccessUseCase,
  type ListedPerson,
  listPeopleUseCase,
} from '#lib/usecases/access/people.ts'
import { type KnownRoleGrant, listRoleGrantsUseCase } from '#lib/usecases/access/role-grants.ts'
import { Refusal } from '#lib/usecases/refusal.ts'
import { pageParameters, type SearchParams } from './page-query.ts'
import { read } from './page.ts'
import { whyNotWrite } from './why-not.ts'

/** Others can be asked about by their groups. */
const PEOPLE_OFFERED = 500

/** As the form sends it: groups separated by semicolons, which no id contains, and app roles separated by blanks. */
export type AskedAccess = { readonly person: string; readonly group: string; readonly role: string }

type AccessPage = {
  readonly grants: readonly KnownRoleGrant[]
  readonly people: readonly ListedPerson[]
  readonly asked: AskedAccess
  /** Null: nothing was asked. */
  readonly outcome:
    | { readonly kind: 'answer'; readonly answer: AccessAnswer }
    | { readonly kind: 'refused'; readonly message: string }
    | null
  /** Why the visitor may not change the grants; null: they may. */
  readonly refusal: string | null
}

export async function readAccessPage(search: SearchParams): Promise<AccessPage> {
  const asked = askedIn(search)
  const offered = { filter: { text: null }, after: null, limit: PEOPLE_OFFERED }
  return {
    grants: await read(listRoleGrantsUseCase, null),
    people: (await read(listPeopleUseCase, offered)).items,
    asked,
    outcome: await answerTo(asked),
    refusal: await whyNotWrite({ kind: 'settings' }),
  }
}

function askedIn(search: SearchParams): AskedAccess {
  const given = pageParameters(search, ['person', 'group', 'role'])
  return { person: '', group: '', role: '', ...given }
}

async function answerTo({ person, ...asked }: AskedAccess): Promise<AccessPage['outcome']> {
  const group = splitAt(/\s*;\s*|^\s+|\s+$/, asked.group)
  const role = splitAt(/[\s,]+/, asked.role)
  if (person === '' && group.length === 0 && role.length === 0) return null
  try {
    const question = accessQuestion(readValues(accessParameters, { person, group, role }))
    return { kind: 'answer', answer: await read(explainAccessUseCase, question) }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message }
    throw error
  }
}

function splitAt(separator: RegExp, text: string): readonly string[] {
  return text.split(separator).filter((part) => part !== '')
}
