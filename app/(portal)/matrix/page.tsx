import type { Metadata } from 'next'
import { AtBanner } from '#components/list/at-banner.tsx'
import { knownAtField, teamField } from '#components/list/fields.ts'
import { FilterForm, type FilterField } from '#components/list/filter-form.tsx'
import { CELL } from '#components/matrix/grid-lines.ts'
import { ExplanationPanel } from '#components/matrix/explanation-panel.tsx'
import { MatrixChoices } from '#components/matrix/matrix-choices.tsx'
import { MatrixView } from '#components/matrix/matrix-view.tsx'
import { placementsPath, sharedFilters } from '#components/matrix/placements-of.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { kinds } from '#lib/domain/objects/kinds.ts'
import {
  askedOf,
  knownAtOf,
  momentOf,
  pageParameters,
  type SearchParams,
} from '#lib/http/portal/page-query.ts'
import { read } from '#lib/http/portal/page.ts'
import { matrixParameters } from '#lib/lists/matrix.ts'
import { type ListAddress, listHref, NOW, pagePaths, pathAt, VIEW } from '#lib/schemas/paths.ts'
import { completeLabelsUseCase } from '#lib/usecases/labels/complete.ts'
import { momentKnown } from '#lib/usecases/moment.ts'
import { explainPlacementUseCase } from '#lib/usecases/placements/explain.ts'
import { SavedViews } from '../_views/saved-views.tsx'
import { ExplanationCards } from '../placements/[namespace]/[application]/[cluster]/explanation-cards.tsx'

export const metadata: Metadata = { title: 'Matrix' }

const FILTERS = ['namespace', 'appSelector', 'clusterSelector', 'environment']
const CHOICES = ['columnsBy', 'colour']
const GROUPABLE_KEYS = 30
/** Every cluster has a value of its own, or a choice of its own. */
const OWN_KEYS = ['name', 'environment']

const FIELDS: readonly FilterField[] = [
  {
    name: 'appSelector',
    label: 'Application selector',
    placeholder: kinds.application.example,
    mono: true,
  },
  {
    name: 'clusterSelector',
    label: 'Cluster selector',
    placeholder: kinds.cluster.example,
    mono: true,
  },
  { ...teamField, isMore: true },
  { name: 'environment', label: 'Environment', isMore: true },
  knownAtField,
]

export default async function MatrixPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const search = await searchParams
  const query = pageParameters(search, [...FILTERS, ...CHOICES, 'at', 'known_at', VIEW])
  const address = { path: pagePaths.matrix, filters: FILTERS, query }
  const knownAt = knownAtOf(search)
  const at = momentOf(search) ?? knownAt
  const asked = {
    ...askedOf({ filters: [...FILTERS, ...CHOICES], query }),
    ...(at && { at: at.toISOString() }),
    ...(knownAt && { known_at: knownAt.toISOString() }),
  }
  const values = matrixParameters.safeParse(asked)
  const issue = values.error?.issues[0]
  const labels = await read(completeLabelsUseCase, {
    kind: 'cluster',
    key: null,
    prefix: '',
    limit: GROUPABLE_KEYS,
  })
  const keys = labels.items.map(({ text }) => text).filter((key) => !OWN_KEYS.includes(key))
  const colour = values.data?.colour ?? 'state'
  return (
    <>
      <Header address={address} />
      <AtBanner at={at} knownAt={knownAt} nowHref={listHref(address, NOW)} />
      <div className="overflow-hidden rounded-lg border bg-surface">
        <FilterForm
          address={address}
          fields={FIELDS}
          isOfNow={false}
          wrong={issue ? { field: String(issue.path[0]), message: issue.message } : null}
        />
        <MatrixChoices
          colour={colour}
          columnsBy={query['columnsBy'] ?? 'environment'}
          keys={keys}
        />
        {values.success && (
          <MatrixView asked={asked} colour={colour} now={(at ?? new Date()).getTime()} />
        )}
      </div>
      <Explained search={search} at={at} knownAt={knownAt} />
    </>
  )
}

function Header({ address }: { address: ListAddress }) {
  const filters = sharedFilters(new URLSearchParams(address.query))
  return (
    <PageHeader
      title="Matrix"
      description="Every application on every cluster: what is placed, and what the clusters say of it."
      actions={
        <>
          <SavedViews list="matrix" address={address} />
          <Link href={placementsPath(filters, {})} className={buttonClass()}>
            As a table
          </Link>
        </>
      }
    />
  )
}

/** Why the cell that the address names is as it is. */
async function Explained({
  search,
  at,
  knownAt,
}: {
  search: SearchParams
  at: Date | null
  knownAt: Date | null
}) {
  const cell = pageParameters(search, [CELL])[CELL]
  const [namespace, application, cluster] = cell?.split('/') ?? []
  if (!namespace || !application || !cluster) return null
  const pair = { namespace, application, cluster }
  const explanation = await read(explainPlacementUseCase, { ...pair, at: momentKnown(at, knownAt) })
  return (
    <ExplanationPanel
      title={`${application} on ${cluster}`}
      page={pathAt(pagePaths.placement(namespace, application, cluster), at, knownAt)}
    >
      <ExplanationCards explanation={explanation} at={at} />
    </ExplanationPanel>
  )
}
