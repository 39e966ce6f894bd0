import type { Metadata } from 'next'
import { momentOf, type SearchParams } from '#lib/http/portal/page-query.ts'
import { FormCard, ObjectPage } from '../../object-page.tsx'
import { readObject } from '../../read-object.ts'
import { objectOfPage } from '../kind-of-page.ts'
import { KindCards } from './kind-cards.tsx'

type Props = {
  params: Promise<{ kind: string; names: string[] }>
  searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { kind, names } = await params
  return { title: objectOfPage(kind, names).names.name }
}

/** An object of a kind that has no page of its own. */
export default async function PageOfKind({ params, searchParams }: Props) {
  const { kind: page, names: path } = await params
  const { kind, names } = objectOfPage(page, path)
  const search = await searchParams
  const at = momentOf(search)
  const shown = await readObject(kind, names, at)
  const { object } = shown
  return (
    <ObjectPage shown={shown} at={at} search={search}>
      <FormCard shown={shown} at={at} />
      {at === null && <KindCards object={object} />}
    </ObjectPage>
  )
}
