import { notFound } from 'next/navigation'
import { isNamedInTeam, type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'

/** The kind with this page; "not found" if there is none. */
export function kindOfPage(page: string): Kind {
  return KINDS.find((kind) => kinds[kind].page === page) ?? notFound()
}

/** The kind with this page whose objects are named within a team, or by their name alone; "not found" if there is none. */
export function kindNamed(page: string, { inTeam }: { readonly inTeam: boolean }): Kind {
  const kind = kindOfPage(page)
  return isNamedInTeam(kind) === inTeam ? kind : notFound()
}
