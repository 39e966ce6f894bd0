// Where an application comes from, and how it becomes manifests.
import type { ReactNode } from 'react'
import { valuesText, type ValuesJson } from '#components/object-form/typed-values.ts'
import { Chip } from '#components/ui/chip.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { helmOptionsOf, type Packed } from '#lib/domain/objects/application/packaging.ts'
import { isDigest } from '#lib/domain/text/fixed-revision.ts'
import { packagingWords, placeWords } from '#lib/domain/objects/application/packaging-words.ts'
import { counted } from '#lib/domain/text/counted.ts'
import { None } from './label-chips.tsx'

type Fact = readonly [string, ReactNode]

/** A line for each field of the source. */
export function sourceFacts(source: Packed): readonly Fact[] {
  const { repoUrl, packaging } = source
  const rendered = packagingWords(packaging)
  return [
    ['Repository', <Chip key="url">{repoUrl}</Chip>],
    ...placeFacts(source),
    ...(rendered === null || packaging?.type === 'helm'
      ? []
      : [['What lies there', rendered] as const]),
    ...helmFacts(source),
  ]
}

function placeFacts({ repoBranch, repoPath, packaging }: Packed): readonly Fact[] {
  const revision = <Chip key="revision">{repoBranch}</Chip>
  const path = ['Path', <Chip key="path">{repoPath}</Chip>] as const
  switch (packaging?.type) {
    case undefined:
    case 'git':
      return [['Branch, tag or commit', revision], path]
    case 'helm':
      return [
        ['Chart', <Chip key="chart">{packaging.chart}</Chip>],
        ['Version', revision],
      ]
    case 'oci':
      return [[isDigest(repoBranch) ? 'Digest' : 'Version', revision], path]
  }
}

function helmFacts({ packaging }: Packed): readonly Fact[] {
  const options = helmOptionsOf(packaging)
  if (options === null) return []
  const { releaseName, values, configUnder } = options
  return [
    ...(releaseName === null
      ? []
      : [['Release name', <Chip key="release">{releaseName}</Chip>] as const]),
    ['Values', <ValuesShown key="values" values={values} />],
    ...(configUnder === null
      ? []
      : [['Values of configs', <Chip key="under">{configUnder}</Chip>] as const]),
  ]
}

/** Values of a chart, which can be long. */
export function ValuesShown({ values }: { values: ValuesJson }) {
  const count = Object.keys(values).length
  if (count === 0) return <None />
  return (
    <details>
      <summary className="cursor-pointer text-accent hover:underline">
        {counted(count, 'key')}
      </summary>
      <div className="mt-2">
        <CodeBlock code={valuesText(values)} label="the values as YAML" />
      </div>
    </details>
  )
}

/** In a table: the repository, and which revision of what. */
export function SourceLines({ source }: { source: Packed }) {
  const words = packagingWords(source.packaging)
  return (
    <>
      <span className="block font-mono text-xs break-all">{source.repoUrl}</span>
      <span className="block text-xs wrap-anywhere text-muted">
        {words !== null && `${words} · `}
        <span className="font-mono">{placeWords(source)}</span>
      </span>
    </>
  )
}
