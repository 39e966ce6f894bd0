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
import type { Cluster } from '#lib/domain/objects/objects.ts'
import { type TypedCluster, typeNameOf } from '#lib/domain/objects/cluster-type/typed-cluster.ts'
import { pagePaths, pathAt } from '#lib/schemas/paths.ts'
import { None } from './label-chips.tsx'

/** `typed`: the cluster with what its type says. `usualNamespace`: that of clusters of which neither says one. */
export function settingFacts(
  cluster: Cluster,
  typed: TypedCluster,
  usualNamespace: string,
  at: Date | null,
): readonly (readonly [string, ReactNode])[] {
  const [own, known] = [{ ...objectJson(cluster) }, { ...objectJson(typed) }]
  return OVERRIDES.map((field) => {
    const value = saidOf(known, field)
    return [
      field.label,
      <span key={field.field}>
        {settingWords(settingNamed(field.setting), value || usualNamespace)}
        <span className="block text-xs text-muted">
          {value === '' ? (
            'as this installation says'
          ) : (
            <Origin isOwn={saidOf(own, field) !== ''} type={typeNameOf(cluster)} at={at} />
          )}
        </span>
      </span>,
    ]
  })
}

function Origin({ isOwn, type, at }: { isOwn: boolean; type: string; at: Date | null }) {
  const link = <TextLink href={pathAt(pagePaths.clusterType(type), at)}>{type}</TextLink>
  return isOwn ? <>said here, instead of its type {link}</> : <>as its type {link} says</>
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
