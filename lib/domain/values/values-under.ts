// A document among the values of a chart.
import type { Issue } from '#lib/domain/text/issue.ts'
import { pathOfPointer } from '#lib/domain/text/pointer.ts'
import { quoted } from '#lib/domain/text/text.ts'
import { isMap, type Value, type Values } from './values.ts'

const STEPS_MAX = 10
const STEP = /^(?!__proto__$)[A-Za-z0-9_][A-Za-z0-9_.-]{0,62}$/

/**
 * The issues `pointer_invalid` of a pointer into values: at most 10 keys, each of 1 to 63 letters, digits, `_`, `-` and `.`. The empty
 * one is the root. https://www.rfc-editor.org/rfc/rfc6901
 */
export function pointerIssues(pointer: string, path: Issue['path']): readonly Issue[] {
  const reason = pointerReason(pathOfPointer(pointer))
  return reason === null ? [] : [{ path, code: 'pointer_invalid', reason }]
}

function pointerReason(steps: readonly string[] | null): string | null {
  if (steps === null) return 'A pointer is empty, or begins with "/", such as "/global/config".'
  if (steps.length > STEPS_MAX) return `A pointer has at most ${STEPS_MAX} keys.`
  const unfit = steps.find((step) => !STEP.test(step))
  return unfit === undefined
    ? null
    : `A key of a pointer is 1 to 63 letters, digits, "_", "-" and ".": ${quoted(unfit)} is none.`
}

/** A chart's own values with a document laid over them at a pointer: where both say something, the document counts. */
export function valuesUnder(own: Values, pointer: string, document: Values): Values {
  const steps = pathOfPointer(pointer) ?? []
  const placed = steps.reduceRight<Values>((within, step) => ({ [step]: within }), document)
  return overlaid(own, placed)
}

function overlaid(under: Values, over: Values): Values {
  const members = new Map<string, Value>(Object.entries(under))
  for (const [key, value] of Object.entries(over)) {
    const below = members.get(key)
    members.set(key, holdsLeaves(value) && isMap(below) ? overlaid(below, value) : value)
  }
  return Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** An empty object is a leaf itself. */
function holdsLeaves(value: Value): value is Values {
  return isMap(value) && Object.keys(value).length > 0
}
