import { Tags } from 'lucide-react'
import type { Metadata } from 'next'
import { FormPage } from '#components/object-form/form-page.tsx'
import type { WavesJson } from '#components/object-form/wave-rows.ts'
import { nextVersion } from '#components/rollouts/next-version.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { read } from '#lib/http/portal/page.ts'
import type { SearchParams } from '#lib/http/portal/page-query.ts'
import { whyNotWrite } from '#lib/http/portal/why-not.ts'
import { shortRevision } from '#lib/domain/text/short-revision.ts'
import { pagePaths } from '#lib/schemas/paths.ts'
import type { ApplicationEnvironments } from '#lib/schemas/delivered.ts'
import { applicationEnvironmentsUseCase } from '#lib/usecases/environments/of-application.ts'
import { objectUseCases } from '#lib/usecases/objects/use-cases.ts'
import { getVersionUseCase, listVersionsUseCase } from '#lib/usecases/versions/read.ts'
import { ChooseApplication } from './choose-application.tsx'
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
  if (namespace === null || name === null) return <ChooseApplication />
  const ref = { namespace, name }
  const { items } = await read(applicationEnvironmentsUseCase, { ref })
  const environments = items.filter(({ environment }) => environment !== '')
  const nextNumbers = environments.flatMap((item) => nextNumberOf(item) ?? [])
  const asked = textOf(search['version'])
  const versions = await offeredVersions(
    ref,
    asked === null ? nextNumbers : [asked, ...nextNumbers],
  )
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
      {versions.length === 0 ? (
        <EmptyState icon={Tags} title="There is no version to roll out">
          <p>
            A pipeline announces one with a request to the API, or somebody does it on the page of{' '}
            <TextLink href={pagePaths.application(namespace, name)}>{name}</TextLink>.
          </p>
        </EmptyState>
      ) : (
        <StartForm
          application={ref}
          environments={await Promise.all(environments.map(choiceOf))}
          versions={versions.map((version) => ({
            value: String(version.number),
            title: versionWords(version),
            text: shortRevision(version.commit),
          }))}
          chosen={{ environment: textOf(search['environment']), version: asked }}
        />
      )}
    </FormPage>
  )
}

function textOf(value: SearchParams[string]): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

type Ref = { readonly namespace: string; readonly name: string }

/** The newest versions, and those of some numbers, newest first. */
async function offeredVersions(ref: Ref, numbers: readonly string[]) {
  const { items } = await read(listVersionsUseCase, {
    ref,
    at: null,
    filter: { text: null, descending: true },
    after: null,
    limit: VERSIONS_OFFERED,
  })
  const others = new Set(
    numbers.filter((number) => items.every((version) => String(version.number) !== number)),
  )
  const older = await Promise.all(
    [...others].map((version) => read(getVersionUseCase, { ref, version })),
  )
  return [...items, ...older].sort((a, b) => b.number - a.number)
}

type Item = ApplicationEnvironments['items'][number]

function nextNumberOf(item: Item): string | null {
  const next = nextVersion(item)
  return next && String(next.number)
}

async function choiceOf(item: Item) {
  const { environment, clusters, base, rollout, team_waves: hasOwnWaves } = item
  const has = base === null ? 'nothing yet' : versionWords(base.version)
  const underWay = rollout === null ? '' : ` Rollout #${rollout.id} is under way, and would end.`
  return {
    value: environment,
    title: environment,
    text: `${counted(clusters, 'cluster')}, ${has}.${underWay}`,
    isUnderWay: rollout !== null,
    next: nextNumberOf(item),
    waves: hasOwnWaves ? await wavesOf(environment) : null,
  }
}

/** What a rollout with waves of its own begins with. */
async function wavesOf(name: string): Promise<WavesJson | null> {
  const { object } = await read(objectUseCases.environment.get, { ref: { name }, at: null })
  return object.kind === 'environment' ? objectJson(object).waves : null
}
