// The settings of clusters: what each one has, and who says so.
import type { ReactNode } from 'react'
import {
  OVERRIDES,
  saidOf,
  settingNamed,
  settingWords,
} from '#components/object-form/type-settings.ts'
import { Chip } from '#components/ui/chip.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { objectJson } from '#lib/domain/objects/object-json.ts'
import type { Cluster, ClusterType } from '#lib/domain/objects/objects.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import { None } from './label-chips.tsx'

/** `usualNamespace`: that of clusters of which neither they nor their types say one. */
export function settingFacts(
  cluster: Cluster,
  type: ClusterType,
  usualNamespace: string,
  at: Date | null,
): readonly (readonly [string, ReactNode])[] {
  const [own, ofType] = [{ ...objectJson(cluster) }, { ...objectJson(type) }]
  return OVERRIDES.map((field) => {
    const setting = settingNamed(field.setting)
    const said = saidOf(own, field)
    const inherited = saidOf(ofType, setting)
    return [
      field.label,
      <span key={field.field}>
        {settingWords(setting, said || inherited || usualNamespace)}
        <span className="block text-xs text-muted">
          <Origin said={said} inherited={inherited} type={type.name} at={at} />
        </span>
      </span>,
    ]
  })
}

function Origin({
  said,
  inherited,
  type,
  at,
}: {
  said: string
  inherited: string
  type: string
  at: Date | null
}) {
  const link = <TextLink href={pathAt(pagePaths.clusterType(type), at)}>{type}</TextLink>
  if (said !== '') return <>said here, instead of its type {link}</>
  return inherited === '' ? 'as this installation says' : <>as its type {link} says</>
}

/** What a cluster says instead of its type. */
export function OwnSettings({ cluster }: { cluster: Cluster }) {
  const own = { ...objectJson(cluster) }
  const said = OVERRIDES.filter((field) => saidOf(own, field) !== '')
  if (said.length === 0) return <None />
  return (
    <span className="flex flex-wrap gap-1">
      {said.map((field) => (
        <Chip key={field.field}>
          {field.field}={saidOf(own, field)}
        </Chip>
      ))}
    </span>
  )
}
