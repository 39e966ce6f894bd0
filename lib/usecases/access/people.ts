// Who is known in a tenant, and what somebody would be allowed to do: a person as last described by their provider, or
// anybody with given groups and app roles.
import {
  countPeople,
  listPeople,
  type ListedPerson,
  type PersonPosition,
} from '#db/queries/people-lists.ts'
import { findPerson } from '#db/queries/people.ts'
import { accessMatrix, type MatrixRow } from '#lib/domain/access/access-matrix.ts'
import { type Memberships, type Rights, rightsOf } from '#lib/domain/access/access.ts'
import type { Actor } from '#lib/domain/access/actor.ts'
import { asked, type Context, defineRead, notFound } from '../define.ts'
import { type PresentList, presentPage } from '../present-list.ts'
import { personActor } from '../people/rights.ts'
import { readDirectory } from './directory.ts'

export type { ListedPerson }

export type ListPeopleInput = {
  readonly filter: { readonly text: string | null }
  readonly after: PersonPosition | null
  readonly limit: number
}

export type PeopleList = PresentList<ListedPerson, PersonPosition>

export const listPeopleUseCase = defineRead<ListPeopleInput, PeopleList>({
  name: 'people.list',
  load: () => asked({ kind: 'person', principal: null }),
  run: async ({ scope }, { filter, after, limit }) => {
    const page = await presentPage(
      limit,
      (limit) => listPeople(scope, filter, { after, limit }),
      (row): PersonPosition => row,
    )
    return { ...page, ...(await countPeople(scope, filter)) }
  },
})

/** A person by their subject, or anybody with these groups and app roles. */
export type AccessQuestion =
  | { readonly person: string }
  | { readonly person: null; readonly memberships: Memberships }

export type AccessAnswer = Rights & {
  readonly person: { readonly subject: string; readonly name: string } | null
  readonly memberships: Memberships
  /** Why they may do less than expected; null: nothing is wrong. */
  readonly notice: string | null
  readonly matrix: readonly MatrixRow[]
}

export const explainAccessUseCase = defineRead<AccessQuestion, AccessAnswer>({
  name: 'people.access',
  load: () => asked({ kind: 'person', principal: null }),
  run: async (context, question) => {
    const { services, scope, tenant } = context
    const asked = await whoIsAsked(context, question)
    const directory = await readDirectory(services, scope, tenant.name)
    const rights = rightsOf(asked.memberships, directory)
    return { ...asked, ...rights, matrix: accessMatrix(personWith(asked, rights), directory) }
  },
})

type Asked = Pick<AccessAnswer, 'person' | 'memberships' | 'notice'>

async function whoIsAsked({ scope }: Context, question: AccessQuestion): Promise<Asked> {
  if (question.person === null) {
    return { person: null, memberships: question.memberships, notice: null }
  }
  const row = await findPerson(scope, question.person)
  if (!row) throw notFound()
  const { subject, name, groups, roles, rightsMessage: notice } = row
  return { person: { subject, name }, memberships: { groups, roles }, notice }
}

function personWith({ person, memberships: { groups } }: Asked, rights: Rights): Actor {
  const { subject: id, name } = person ?? { subject: '', name: '' }
  return personActor({ id, name, email: null, groups }, rights)
}
