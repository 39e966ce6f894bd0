import { z } from 'zod'
import { readStringMap } from '#lib/domain/labels/labels.ts'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import { KUBECTL_ROLES } from '../bound-roles.ts'
import {
  type Answered,
  type Decoded,
  mapJson,
  optional,
  required,
  schemasOf,
  selector,
  type Sent,
  stringMap,
  withDefault,
} from '../fields.ts'
import { normaliseGroupId } from './group-id.ts'
import { teamKind } from './team-kind.ts'

const text = z.string()

const group = z.strictObject({
  id: z.string().overwrite((id) => normaliseGroupId(id) ?? id),
  role: z.enum(['contributor', 'reader']),
})

const fields = {
  name: required(text, { examples: ['ieb'] }),
  description: withDefault(text, ''),
  groups: withDefault(z.array(group), []),
  source_repos: withDefault(z.array(text), [], {
    description: 'Repositories that its applications may come from; empty: any.',
  }),
  cluster_boundary: optional(selector),
  network: withDefault(z.enum(['namespace', 'open', 'closed']), 'namespace'),
  kubectl: withDefault(z.enum(KUBECTL_ROLES), 'view'),
  quota: optional(stringMap, { description: 'ResourceQuota `hard` entries.' }),
}

function decode(sent: Sent<typeof fields>) {
  const boundary =
    sent.cluster_boundary === undefined
      ? accepted(null)
      : parseSelector(sent.cluster_boundary, ['cluster_boundary'])
  const quota = sent.quota === undefined ? accepted(null) : readStringMap(sent.quota, ['quota'])
  if (!boundary.ok || !quota.ok) {
    return refused([boundary, quota].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: teamKind.kind,
    name: sent.name,
    description: sent.description,
    /** Identity-provider groups that may act for the team. */
    groups: sent.groups,
    /** Repositories that its applications may come from; empty: any. */
    sourceRepos: sent.source_repos,
    /** The clusters that the team may use; null: all. */
    clusterBoundary: boundary.value,
    network: sent.network,
    /** The ClusterRole of its contributors in the team's Kubernetes namespace. */
    kubectl: sent.kubectl,
    /** ResourceQuota `hard` entries; null: no quota. */
    quota: quota.value,
  })
}

export type Team = Decoded<typeof decode>

function encode(team: Team): Answered<typeof fields> {
  return {
    name: team.name,
    description: team.description,
    groups: team.groups,
    source_repos: team.sourceRepos,
    ...(team.clusterBoundary && { cluster_boundary: selectorJson(team.clusterBoundary) }),
    network: team.network,
    kubectl: team.kubectl,
    ...(team.quota && { quota: mapJson(team.quota) }),
  }
}

export const teamCodec = { ...schemasOf(teamKind.type, fields), decode, encode }
