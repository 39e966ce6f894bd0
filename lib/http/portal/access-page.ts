// What the settings page of access shows: the grants, and the answer to the question in its address.
import { readAccessQuestion } from '#lib/http/operations/access-question.ts'
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

/** Whoever isn't among them can be asked about by their groups. */
const PEOPLE_OFFERED = 500

/** As the form has it: groups are texts with semicolons between them, which no id holds, and app roles with blanks. */
export type Asked = { readonly person: string; readonly group: string; readonly role: string }

type AccessPage = {
  readonly grants: readonly KnownRoleGrant[]
  readonly people: readonly ListedPerson[]
  readonly asked: Asked
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

function askedIn(search: SearchParams): Asked {
  const given = pageParameters(search, ['person', 'group', 'role'])
  return {
    person: given.get('person') ?? '',
    group: given.get('group') ?? '',
    role: given.get('role') ?? '',
  }
}

const BETWEEN = { group: /\s*;\s*|^\s+|\s+$/, role: /[\s,]+/ }

async function answerTo(asked: Asked): Promise<AccessPage['outcome']> {
  const query = new URLSearchParams()
  if (asked.person !== '') query.append('person', asked.person)
  for (const name of ['group', 'role'] as const) {
    for (const value of asked[name].split(BETWEEN[name]))
      if (value !== '') query.append(name, value)
  }
  if (query.size === 0) return null
  try {
    const question = readAccessQuestion(query)
    return { kind: 'answer', answer: await read(explainAccessUseCase, question) }
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', message: error.message }
    throw error
  }
}
