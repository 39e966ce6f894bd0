// One expression, in the Common Expression Language: checked and bounded once, then run for each cluster.
// https://github.com/google/cel-spec/blob/v0.24.0/doc/langdef.md
import { Environment } from '@marcbachmann/cel-js'
import type { Labels } from '#lib/domain/labels/labels.ts'
import { type Flaw, singleLine } from '#lib/domain/text/text.ts'
import { stepsOf } from './expression-cost.ts'
import { type Read, readsOf } from './expression-reads.ts'
import { type Json, jsonValue } from './expression-result.ts'
import { labelsOwner, type Tree } from './expression-tree.ts'

/** What expressions read. */
export type Subjects = {
  readonly cluster: {
    readonly name: string
    readonly environment: string
    readonly type: string
    readonly labels: Labels
  }
  readonly application: { readonly team: string; readonly name: string; readonly labels: Labels }
}

export type Expression = {
  readonly type: string
  /** An upper bound of those that it takes. */
  readonly steps: number
  readonly reads: readonly Read[]
  readonly run: (subjects: Subjects) => unknown
}

const CHARACTERS_MAX = 1000
const NODES_MAX = 500
const REASON_CHARACTERS_MAX = 200

const environment = new Environment({
  enableOptionalTypes: true,
  limits: { maxAstNodes: NODES_MAX },
})
  .registerVariable('cluster', {
    schema: {
      name: 'string',
      environment: 'string',
      type: 'string',
      labels: 'map<string, string>',
    },
  })
  .registerVariable('application', {
    schema: { team: 'string', name: 'string', labels: 'map<string, string>' },
  })

/** Types that can become values; of `dyn`, it shows when it runs. */
const VALUE_TYPES = /^(?:string|bool|int|double|dyn|list|list<.*>|map|map<.*>)$/
const SCALAR_TYPES = /^(?:string|bool|int|double|dyn)$/

/** Characters of all that is known, so that no memory fills up with trees: each of them takes about a hundred times its text. */
const KNOWN_CHARACTERS_MAX = 131_072
const known = new Map<string, Expression | Flaw>()
let knownCharacters = 0

/** An expression from its text, or `expression_invalid`, or `template_too_expensive`. */
export function expressionOf(text: string): Expression | Flaw {
  if (text.length > CHARACTERS_MAX) {
    return invalid(`An expression has at most ${CHARACTERS_MAX} characters.`)
  }
  const before = known.get(text)
  if (before !== undefined) return before
  const fresh = compiled(text)
  if (knownCharacters + text.length > KNOWN_CHARACTERS_MAX) {
    known.clear()
    knownCharacters = 0
  }
  known.set(text, fresh)
  knownCharacters += text.length
  return fresh
}

function compiled(text: string): Expression | Flaw {
  try {
    const run = environment.parse(text)
    const steps = stepsOf(run.ast)
    if (typeof steps !== 'number') return steps
    const { type, error } = run.check()
    if (type === undefined) return wrong(error)
    if (!VALUE_TYPES.test(type)) return noValue(type)
    return { type, steps, reads: readsOf(run.ast), run }
  } catch (error) {
    return wrong(error)
  }
}

/** Whether what it gives could stand beside other text. */
export function givesScalar({ type }: Expression): boolean {
  return SCALAR_TYPES.test(type)
}

function noValue(type: string): Flaw {
  if (type === 'null') return invalid('The expression gives null, which is no value.')
  return type.startsWith('optional')
    ? invalid('What may not be there needs a value in its place: add .orValue("...").')
    : invalid('The expression gives no text, number, boolean, list or map.')
}

export type Result = { readonly value: Json } | Flaw

/** What an expression gives, as JSON; or `label_missing` for a label that isn't there, otherwise `expression_invalid`. */
export function resultOf({ run }: Expression, subjects: Subjects): Result {
  try {
    return { value: jsonValue(run(subjects)) }
  } catch (error) {
    return failureOf(error)
  }
}

function failureOf(error: unknown): Flaw {
  const owner = ownerOfMissing(error)
  if (owner === null) return wrong(error)
  const key = /^No such key: (.*)$/s.exec(summaryOf(error))?.[1] ?? ''
  const shown = JSON.stringify(singleLine(key))
  return {
    code: 'label_missing',
    reason:
      `The ${owner} has no label ${shown}. Write ${owner}.labels[?${shown}].orValue("...") to say what counts ` +
      'without it.',
  }
}

function ownerOfMissing(error: unknown): string | null {
  if (!isFailure(error) || error.code !== 'no_such_key' || error.node === undefined) return null
  const { node } = error
  return node.op === '.' || node.op === '[]' ? labelsOwner(node.args[0]) : null
}

function wrong(error: unknown): Flaw {
  const summary = singleLine(summaryOf(error)).slice(0, REASON_CHARACTERS_MAX)
  return invalid(`The expression is wrong: ${summary}.`)
}

function summaryOf(error: unknown): string {
  if (isFailure(error)) return error.summary
  return error instanceof RangeError ? 'it nests too deep' : String(error)
}

type Failure = { readonly code: string; readonly summary: string; readonly node?: Tree }

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'code' in error && 'summary' in error
}

function invalid(reason: string): Flaw {
  return { code: 'expression_invalid', reason }
}
