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
  // So that an unknown address doesn't become the title of its "not found".
  kindNamed(kind, { inTeam: false })
  return { title }
}

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
