import { applicationStatus } from '../observed-status.ts'
import { z } from 'zod'
import { type Labels, readLabels } from '#lib/domain/labels/labels.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  labelMap,
  mapJson,
  optional,
  required,
  schemasOf,
  type Sent,
  withDefault,
} from '../fields.ts'
import { applicationKind } from './application-kind.ts'
import { dependenciesField, dependencyJson, readDependencies } from './dependency.ts'
import { readSource, sourceField, sourceFields } from './source-json.ts'
import { readTargets, targetJson, targetSchema } from './target-json.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['app1'] }),
  description: withDefault(text, ''),
  repo_url: required(text, { examples: ['https://git.example.com/ieb/app1.git'] }),
  repo_branch: optional(required(text), {
    description: 'Of a source in Git: needed there.',
    examples: ['master'],
  }),
  repo_path: optional(required(text), {
    description: 'Of a source in Git, where it is needed, and of an artifact: absent, its root.',
    examples: ['manifest/app1'],
  }),
  source: sourceField,
  targets: withDefault(z.array(targetSchema), [], {
    description:
      'The uses of the application within an environment, each with its own directory. Policies with a `target` place it by these.',
  }),
  follow: withDefault(z.enum(['branch', 'versions']), 'branch', {
    description:
      '`branch`: clusters follow `repo_branch`. `versions`: each environment has the version that was rolled out to it.',
  }),
  depends_on: {
    sent: dependenciesField.sent.default([]).meta({
      description:
        'What must be there before the application is released to a cluster. What is there stays.',
    }),
    answered: dependenciesField.answered,
  },
  visibility: withDefault(z.enum(['team', 'tenant']), 'team', {
    description:
      '`tenant`: everybody with a role may read it, and depend on it. `team`: those alone who may read what its team has.',
  }),
  metadata: labelMap,
  namespace: required(text, { description: "The owning team's name.", examples: ['ieb'] }),
}

function decode(sent: Sent<typeof fields>) {
  const labels = readLabels(sent.metadata, ['metadata'])
  const dependsOn = readDependencies(sent.depends_on ?? [])
  const packed = readSource(sent, sent.name)
  if (!labels.ok || !dependsOn.ok || !packed.ok) {
    return refused([packed, labels, dependsOn].flatMap((read) => (read.ok ? [] : read.issues)))
  }
  return accepted({
    kind: applicationKind.kind,
    /** The owning team's name, `namespace` in the API. */
    team: sent.namespace,
    name: sent.name,
    description: sent.description,
    ...packed.value,
    // Those that were stored before there were such fields lack them.
    targets: readTargets(sent.targets ?? []),
    follow: sent.follow ?? 'branch',
    /** What must be there before it is released to a cluster. */
    dependsOn: dependsOn.value,
    visibility: sent.visibility ?? 'team',
    /** As people wrote them, so they may repeat those of fields; selectors see `applicationLabels`. */
    labels: labels.value,
  })
}

export type Application = Decoded<typeof decode>

function encode(application: Application): Answered<typeof fields> {
  return {
    name: application.name,
    description: application.description,
    ...sourceFields(application),
    targets: application.targets.map(targetJson),
    follow: application.follow,
    depends_on: application.dependsOn.map(dependencyJson),
    visibility: application.visibility,
    metadata: mapJson(application.labels),
    namespace: application.team,
  }
}

/** The labels that selectors see on an application: its own, and `name` and `namespace` from its fields. */
export function applicationLabels(application: Application): Labels {
  return new Map(application.labels)
    .set('name', application.name)
    .set('namespace', application.team)
}

export const applicationCodec = {
  ...schemasOf(applicationKind.type, fields, applicationStatus),
  decode,
  encode,
}
