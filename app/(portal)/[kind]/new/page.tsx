import type { Metadata } from 'next'
import { pageParameters, type SearchParams } from '#lib/http/portal/page-query.ts'
import { NewPage, newMetadata } from '../../new-page.tsx'
import { kindOfPage } from '../kind-of-page.ts'

type Props = { params: Promise<{ kind: string }>; searchParams: Promise<SearchParams> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return newMetadata(kindOfPage((await params).kind))
}

/** `namespace`: the team from whose page somebody comes. */
export default async function NewObjectPage({ params, searchParams }: Props) {
  const given = pageParameters(await searchParams, ['namespace'])
  return <NewPage kind={kindOfPage((await params).kind)} given={given} />
}
