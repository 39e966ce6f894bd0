import type { Metadata } from 'next'
import { pageParameters, type SearchParams } from '#lib/http/portal/page-query.ts'
import { NewPage, newMetadata } from '../../new-page.tsx'
import { kindOfPage } from '../kind-of-page.ts'

type Props = { params: Promise<{ kind: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return newMetadata(kindOfPage((await params).kind))
}

/** `namespace`: the team from whose page somebody comes. `name`: that of what is there, but was not described. */
export default async function NewObjectPage({ params, searchParams }: Props) {
  const given = pageParameters(await searchParams, ['namespace', 'name'])
  return <NewPage kind={kindOfPage((await params).kind)} given={given} />
}
