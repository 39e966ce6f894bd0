import { notFound } from 'next/navigation'
import { type Kind, KINDS, kinds } from '#lib/domain/objects/kinds.ts'

/** The kind whose pages these are; an address of none is the page that says so. */
export function kindOfPage(page: string): Kind {
  return KINDS.find((kind) => kinds[kind].page === page) ?? notFound()
}
