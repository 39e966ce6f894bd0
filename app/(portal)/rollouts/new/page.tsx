import { Tags } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FormPage } from '#components/object-form/form-page.tsx'
import { versionWords } from '#components/rollouts/version-words.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { applicationEnvironmentsUseCase } from '#lib/usecases/environments/of-application.ts'
import { listVersionsUseCase } from '#lib/usecases/versions/read.ts'
import { StartForm } from './start-form.tsx'

export const metadata: Metadata = { title: 'New rollout' }

const VERSIONS_OFFERED = 20

export default async function NewRolloutPage({
  searchParams,
}: {
  searchParams: Promise<SearchParams>
}) {
  const search = await searchParams
  const namespace = textOf(search['namespace'])
  const name = textOf(search['application'])
  if (namespace === null || name === null) notFound()
  const ref = { namespace, name }
  const { items } = await read(applicationEnvironmentsUseCase, { ref })
  const versions = await read(listVersionsUseCase, {
    ref,
    at: null,
    filter: { text: null, descending: true },
    after: null,
    limit: VERSIONS_OFFERED,
  })
  return (
    <FormPage
      title={`Roll out ${name}`}
      crumbs={[
        { href: pagePaths.rollouts, label: 'Rollouts' },
        { href: pagePaths.application(namespace, name), label: `${namespace} / ${name}` },
      ]}
      description="One version goes into one environment, in the waves that the environment says."
      refusal={await whyNotWrite({ kind: 'rollout', team: namespace })}
    >
      {versions.items.length === 0 ? (
        <EmptyState icon={Tags} title="There is no version to roll out">
          <p>
            A pipeline announces one with a request to the API, or somebody does it on the page of{' '}
            <TextLink href={pagePaths.application(namespace, name)}>{name}</TextLink>.
          </p>
        </EmptyState>
      ) : (
        <StartForm
          application={ref}
          environments={items.filter(({ environment }) => environment !== '').map(choiceOf)}
          versions={versions.items.map((version) => ({
            value: String(version.number),
            title: versionWords(version),
            text: version.commit.slice(0, 12),
          }))}
          chosen={{
            environment: textOf(search['environment']),
            version: textOf(search['version']),
          }}
        />
      )}
    </FormPage>
  )
}

function textOf(value: SearchParams[string]): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function choiceOf({
  environment,
  clusters,
  base,
  rollout,
}: ApplicationEnvironments['items'][number]) {
  const has = base === null ? 'nothing yet' : versionWords(base.version)
  const underWay = rollout === null ? '' : ` Rollout #${rollout.id} is under way, and would end.`
  return {
    value: environment,
    title: environment,
    text: `${counted(clusters, 'cluster')}, ${has}.${underWay}`,
    isUnderWay: rollout !== null,
  }
}
