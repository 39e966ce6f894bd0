import type { Metadata } from 'next'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { ObjectPage } from '../../object-page.tsx'
import { kindNamed } from '../kind-of-page.ts'

type Props = {
  params: Promise<{ kind: string; first: string }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { kind, first: title } = await params
  // An address that means nothing is no title.
  kindNamed(kind, { inTeam: false })
  return { title }
}

/** Of an object that its name alone names. */
export default async function NamedPage({ params, searchParams }: Props) {
  const { kind, first: name } = await params
  return (
    <ObjectPage
      kind={kindNamed(kind, { inTeam: false })}
      names={{ name }}
      search={await searchParams}
    />
  )
}
