import { z } from 'zod'
import { accepted } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { clusterTypeKind } from './cluster-type-kind.ts'
import { DEFAULT_TYPE_NAME } from './default-type-name.ts'
import { DEFAULT_SETTINGS, readSettings, settingsField, settingsJson } from './type-settings.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['edge'] }),
  description: withDefault(text, ''),
  reconciler: required(text, {
    description: 'What turns the folder of a cluster in Git into objects there.',
    examples: ['argocd'],
  }),
  delivery: withDefault(text, 'git', {
    description: 'How the folder comes to the cluster: it pulls it with `git`.',
  }),
  settings: settingsField,
}

function decode(sent: Sent<typeof fields>) {
  const settings = readSettings(sent.reconciler, sent.settings)
  if (!settings.ok) return settings
  return accepted({
    kind: clusterTypeKind.kind,
    name: sent.name,
    description: sent.description,
    reconciler: sent.reconciler,
    delivery: sent.delivery,
    settings: settings.value,
  })
}

export type ClusterType = Decoded<typeof decode>

function encode(type: ClusterType): Answered<typeof fields> {
  const { name, description, reconciler, delivery, settings } = type
  return { name, description, reconciler, delivery, settings: settingsJson(reconciler, settings) }
}

/** That type in a tenant where nobody has edited it. */
export const DEFAULT_TYPE: ClusterType = {
  kind: clusterTypeKind.kind,
  name: DEFAULT_TYPE_NAME,
  description: '',
  reconciler: 'argocd',
  delivery: 'git',
  settings: DEFAULT_SETTINGS,
}

/** Part of the status of an answer that reads it. */
const clusterTypeStatus = {
  implicit: z.literal(true).optional().meta({
    description: 'It is the type `default`, which nobody has edited: since there is the tenant.',
  }),
  clusters: z.number().int().optional().meta({
    description: 'How many clusters have it; absent: the answer is of a write or of the past.',
  }),
}

export const clusterTypeCodec = {
  ...schemasOf(clusterTypeKind.type, fields, clusterTypeStatus),
  decode,
  encode,
}
