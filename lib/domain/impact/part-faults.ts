// What is wrong with what an application is told on some clusters: contradictions, expressions that fail there, and what schemas
// find in the whole.
import type { Teller, ToldPart } from '#lib/domain/fleet/told-clusters.ts'
import type { Selection } from '#lib/domain/fleet/configuration.ts'
import { type ConfigSchema, refKey, refOf } from '#lib/domain/objects/objects.ts'
import type { Issue } from '#lib/domain/text/issue.ts'
import { pathOfPointer, pointerOf } from '#lib/domain/text/pointer.ts'
import { declaredKeys } from '#lib/domain/values/json-schema.ts'
import { documentIssues } from '#lib/domain/values/json-schema-issues.ts'

/** In the order in which people are told of them: what comes first can be why the others are there. */
export const FAULT_CODES = [
  'config_conflict',
  'label_missing',
  'expression_invalid',
  'config_invalid',
  'config_too_large',
] as const
export type FaultCode = (typeof FAULT_CODES)[number]

export type PartFault = {
  readonly code: FaultCode
  /** To the value, in what is told; empty: all of it. */
  readonly path: Issue['path']
  /** Of the value, one sentence; empty where the code says it all. */
  readonly reason: string
  /** The two that contradict each other, the config whose expression fails, or who says what a schema refuses: nobody, perhaps. */
  readonly from: readonly Teller[]
  /** What refuses it; null: no schema does. */
  readonly schema: Selection<ConfigSchema> | null
}

/**
 * The faults of a part, without those of its size. Only what schemas declare there counts: nothing else is delivered. Each schema
 * sees the keys that it declares.
 */
export function faultsOfPart(part: ToldPart): readonly PartFault[] {
  return [...contradictionsAndFailures(part), ...part.schemas.flatMap(refusals(part))]
}

function contradictionsAndFailures(part: ToldPart): PartFault[] {
  if (part.merged.conflicts.length === 0 && part.faults.length === 0) return []
  const declared = new Set(part.schemas.flatMap(({ object }) => declaredKeys(object.schema)))
  return [...conflictFaults(part, declared), ...expressionFaults(part, declared)]
}

function refusals(part: ToldPart): (schema: Selection<ConfigSchema>) => readonly PartFault[] {
  return (schema) =>
    documentIssues(schema.object.schema, part.merged.values).map(({ path, reason }) => {
      const from = sayersOf(part, pointerOf(path))
      return { code: 'config_invalid', path, reason, from, schema }
    })
}

/** Equal for a fault that is there again: whoever says what a schema refuses, and whichever contradict each other. */
export function identityOf({ code, path, reason, from, schema }: PartFault): string {
  const said = code === 'config_conflict' ? [] : from
  const who = (schema === null ? said : [schema]).map(({ object }) => refKey(refOf(object)))
  return JSON.stringify([code, pointerOf(path), reason, who])
}

function conflictFaults({ merged }: ToldPart, declared: ReadonlySet<string>): PartFault[] {
  return merged.conflicts.flatMap(({ pointer, one, other }) => {
    const path = pathOfPointer(pointer) ?? []
    const isDelivered = declared.has(path[0] ?? '')
    const from = [one, other]
    return isDelivered
      ? [{ code: 'config_conflict', path, reason: '', from, schema: null } as const]
      : []
  })
}

/** Of configs that would give something there. */
function expressionFaults({ faults }: ToldPart, declared: ReadonlySet<string>): PartFault[] {
  return faults.flatMap(({ config, issues }) => {
    if (!Object.keys(config.object.values).some((key) => declared.has(key))) return []
    return issues.map(({ path, code, reason }) => ({
      code: code === 'label_missing' ? code : ('expression_invalid' as const),
      path,
      reason,
      from: [config],
      schema: null,
    }))
  })
}

/** Who says the value at a pointer, around it or within it. */
function sayersOf({ merged }: ToldPart, pointer: string): readonly Teller[] {
  const leaves = merged.leaves.filter(
    (leaf) => isWithin(pointer, leaf.pointer) || isWithin(leaf.pointer, pointer),
  )
  return [...new Set(leaves.map(({ from }) => from))]
}

function isWithin(pointer: string, around: string): boolean {
  return pointer === around || pointer.startsWith(`${around}/`)
}
