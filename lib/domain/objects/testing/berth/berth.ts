import { z } from 'zod'
import { joinableNameIssues } from '#lib/domain/objects/names.ts'
import { labelIssues, type Labels, readLabels } from '#lib/domain/labels/labels.ts'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, type Issue, refused } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  labelMap,
  mapJson,
  required,
  schemasOf,
  selector,
  type Sent,
  withDefault,
} from '../../fields.ts'
import { secretField, type SecretRule, secretState } from '../../secret-rule.ts'
import { berthKind } from './berth-kind.ts'

const fields = {
  name: required(z.string()),
  description: withDefault(z.string(), ''),
  cluster_selector: selector,
  metadata: labelMap,
  namespace: required(z.string()),
  beacon: withDefault(z.string(), ''),
  beacon_key: secretField({ description: 'Lights the beacon.' }),
}

function decode(sent: Sent<typeof fields>) {
  const labels = readLabels(sent.metadata, ['metadata'])
  const clusters = parseSelector(sent.cluster_selector, ['cluster_selector'])
  if (!labels.ok || !clusters.ok) {
    return refused([labels, clusters].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: berthKind.kind,
    team: sent.namespace,
    name: sent.name,
    description: sent.description,
    clusters: clusters.value,
    labels: labels.value,
    /** The server that is shown the key. */
    beacon: sent.beacon,
    beaconKey: secretState(sent.beacon_key),
  })
}

type Berth = Decoded<typeof decode>

function encode(berth: Berth): Answered<typeof fields> {
  return {
    name: berth.name,
    description: berth.description,
    cluster_selector: selectorJson(berth.clusters),
    metadata: mapJson(berth.labels),
    namespace: berth.team,
    beacon: berth.beacon,
    beacon_key: berth.beaconKey,
  }
}

function issuesOf({ name, labels }: Berth): readonly Issue[] {
  return [...joinableNameIssues(name, ['name']), ...labelIssues(labels, ['metadata'], new Map())]
}

function labelsOf({ labels, name, team }: Berth): Labels {
  return new Map(labels).set('name', name).set('namespace', team)
}

const beaconKey: SecretRule<Berth> = {
  serverOf: ({ beacon }) => beacon,
  isRequired: ({ beacon }) => beacon !== '',
  flawOf: (text) =>
    text.length < 8 ? { code: 'token_format', reason: 'A key has 8 characters at least.' } : null,
}

export const berthCodec = {
  ...schemasOf(berthKind.type, fields),
  decode,
  encode,
  issuesOf,
  labelsOf,
  secrets: { beacon_key: beaconKey },
}
