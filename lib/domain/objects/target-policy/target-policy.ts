import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted, refused } from '#lib/domain/text/issue.ts'
import {
  type Answered,
  type Decoded,
  optional,
  required,
  schemasOf,
  selector,
  type Sent,
  withDefault,
} from '../fields.ts'
import { selectorStatus, selectorStatusOf } from '../selector-status.ts'
import { pickField, pickJson, readPick } from './pick-rule.ts'
import { targetPolicyKind } from './target-policy-kind.ts'

const text = z.string()

const fields = {
  name: required(text, { examples: ['app1_to_east'] }),
  description: withDefault(text, ''),
  app_selector: selector,
  cluster_selector: selector,
  effect: withDefault(z.enum(['include', 'exclude']), 'include'),
  target: optional(required(text, { examples: ['early-adopters'] }), {
    description:
      'The name of a target: it places an application only in environments where that has such a target, from the directory of it. Absent: it says nothing of directories.',
  }),
  scheduler: optional(required(text, { examples: ['gpu-packer'] }), {
    description:
      'The name of a scheduler, which decides on which of these clusters each application is placed: on none until it has. Absent: no program decides.',
  }),
  pick: optional(required(pickField), {
    description:
      'Chooses some of these clusters for each application, and keeps to its choice as long as it may. Absent: all of them.',
  }),
  namespace: optional(required(text), {
    description: 'The owning team; absent: a platform policy.',
  }),
  suspended: withDefault(z.boolean(), false),
}

function decode(sent: Sent<typeof fields>) {
  const appSelector = parseSelector(sent.app_selector, ['app_selector'])
  const clusterSelector = parseSelector(sent.cluster_selector, ['cluster_selector'])
  const pick = sent.pick === undefined ? accepted(null) : readPick(sent.pick, ['pick'])
  if (!appSelector.ok || !clusterSelector.ok || !pick.ok) {
    return refused(
      [appSelector, clusterSelector, pick].flatMap((read) => (read.ok ? [] : read.issues)),
    )
  }
  return accepted({
    kind: targetPolicyKind.kind,
    name: sent.name,
    description: sent.description,
    appSelector: appSelector.value,
    clusterSelector: clusterSelector.value,
    effect: sent.effect,
    /** Which target of an application it places; null: it says nothing of directories. */
    target: sent.target ?? null,
    /** The scheduler that decides on which of its clusters it places an application; null: none does. */
    scheduler: sent.scheduler ?? null,
    /** How some of its clusters are chosen for each application; null: they aren't, it places on all. */
    pick: pick.value,
    /** The team whose applications it may select; null: a platform policy, which may select any. */
    team: sent.namespace ?? null,
    suspended: sent.suspended,
  })
}

export type TargetPolicy = Decoded<typeof decode>

function encode(policy: TargetPolicy): Answered<typeof fields> {
  return {
    name: policy.name,
    description: policy.description,
    app_selector: selectorJson(policy.appSelector),
    cluster_selector: selectorJson(policy.clusterSelector),
    effect: policy.effect,
    ...(policy.target !== null && { target: policy.target }),
    ...(policy.scheduler !== null && { scheduler: policy.scheduler }),
    ...(policy.pick !== null && { pick: pickJson(policy.pick) }),
    ...(policy.team !== null && { namespace: policy.team }),
    suspended: policy.suspended,
  }
}

export const targetPolicyCodec = {
  ...schemasOf(targetPolicyKind.type, fields, selectorStatus),
  decode,
  encode,
  statusOf: selectorStatusOf,
}
