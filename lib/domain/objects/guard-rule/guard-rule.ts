import { z } from 'zod'
import { selectorJson } from '#lib/domain/labels/selector-format.ts'
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { accepted } from '#lib/domain/text/issue.ts'
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
import { guardRuleKind } from './guard-rule-kind.ts'

const text = z.string()
const count = z.number().int()

const fields = {
  name: required(text, { examples: ['production'] }),
  description: withDefault(text, ''),
  cluster_selector: selector,
  reason_required: withDefault(z.boolean(), false, {
    description:
      'Whether an edit that removes or changes a placement on these clusters needs a reason.',
  }),
  removals: optional(required(count), {
    description:
      'An edit that removes more placements than this on these clusters must be confirmed; absent: as everywhere.',
    minimum: 0,
    maximum: 1_000_000,
    examples: [0],
  }),
  changes: optional(required(count), {
    description: 'The same for placements whose manifests change.',
    minimum: 0,
    maximum: 1_000_000,
    examples: [20],
  }),
}

function decode(sent: Sent<typeof fields>) {
  const clusterSelector = parseSelector(sent.cluster_selector, ['cluster_selector'])
  if (!clusterSelector.ok) return clusterSelector
  return accepted({
    kind: guardRuleKind.kind,
    name: sent.name,
    description: sent.description,
    clusterSelector: clusterSelector.value,
    reasonRequired: sent.reason_required,
    /** How many an edit may remove without confirmation; null: the rule doesn't say. */
    removals: sent.removals ?? null,
    changes: sent.changes ?? null,
  })
}

export type GuardRule = Decoded<typeof decode>

function encode(rule: GuardRule): Answered<typeof fields> {
  const { removals, changes } = rule
  return {
    name: rule.name,
    description: rule.description,
    cluster_selector: selectorJson(rule.clusterSelector),
    reason_required: rule.reasonRequired,
    ...(removals !== null && { removals }),
    ...(changes !== null && { changes }),
  }
}

export const guardRuleCodec = { ...schemasOf(guardRuleKind.type, fields), decode, encode }
