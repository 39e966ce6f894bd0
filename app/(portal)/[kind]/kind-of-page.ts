import { notFound } from 'next/navigation'
import { isNamedInTeam, type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'
import type { RefParameters } from '#lib/usecases/objects/requested-object.ts'

/** The kind with this page; "not found" if there is none. */
export function kindOfPage(page: string): Kind {
  return KINDS.find((kind) => kinds[kind].page === page) ?? notFound()
}

/** The object with this page, which its name names, or its team and its name; "not found" if there can be none. */
export function objectOfPage(
  page: string,
  names: readonly string[],
): { readonly kind: Kind; readonly names: RefParameters } {
  const kind = kindOfPage(page)
  const [name = notFound(), namespace, ...more] = names.toReversed()
  if (isNamedInTeam(kind) !== (namespace !== undefined) || more.length > 0) notFound()
  return { kind, names: { name, ...(namespace !== undefined && { namespace }) } }
}
