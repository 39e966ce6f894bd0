// What an expression may use, and an upper bound of the steps that it takes. It is bounded before it runs, so that it needs neither
// a clock nor a thread.
import type { Flaw } from '#lib/domain/text/text.ts'
import { quoted } from '#lib/domain/text/text.ts'
import {
  FIELD_SIZE,
  joinedSize,
  LABELS_SIZE,
  larger,
  listSize,
  SCALAR,
  type Size,
  sizeOfAll,
  textSize,
} from './expression-size.ts'
import {
  childrenOf,
  labelsOwner,
  memberOf,
  subjectOf,
  textOf,
  type Tree,
} from './expression-tree.ts'

type Cost = { readonly steps: number; readonly size: Size }
type Scope = ReadonlyMap<string, Size>

const COMPREHENSIONS_DEEP_MAX = 2
const VOLUME_MAX = 262_144
/** Steps, none of more than 100 ns: what one character takes, and 64 of them stand for a part of a list or map. */
const STEPS_TO_COPY = 1 / 128
const STEPS_TO_CHANGE = 1 / 16
const STEPS_TO_GIVE_PARTS = 1 / 4
const STEPS_TO_COMPARE = 1 / 16
/** What an expression takes besides its nodes. */
const STEPS_TO_BEGIN = 40
/** What a failure takes that a logical operator or a quantifier goes on after. */
const STEPS_TO_FAIL = 400

const FUNCTIONS = new Set(['size', 'string', 'int', 'double', 'bool', 'has'])
const COMPREHENSIONS = new Set(['map', 'filter', 'all', 'exists', 'exists_one'])
const QUANTIFIERS = new Set(['all', 'exists'])
const OF_OPTIONALS = new Set(['hasValue', 'value', 'or', 'orValue'])
/** Operators and methods that give something of whatever has the right type. */
const NEVER_FAILS = new Set(
  'value id .? [?] == != < <= > >= in && || !_ ?: list map startsWith endsWith contains or orValue hasValue'.split(
    ' ',
  ),
)
const SEARCHES = new Set(['contains', 'indexOf', 'lastIndexOf', 'split'])

type Sizes = readonly [Size, ...Size[]]

/** Methods, by what they make of what they are called on and their arguments. */
const METHODS: Readonly<Record<string, (sizes: Sizes) => Size>> = {
  size: () => SCALAR,
  startsWith: () => SCALAR,
  endsWith: () => SCALAR,
  contains: () => SCALAR,
  indexOf: () => SCALAR,
  lastIndexOf: () => SCALAR,
  hasValue: () => SCALAR,
  trim: ([text]) => text,
  substring: ([text]) => text,
  // A letter can have up to three in the other case.
  lowerAscii: ([text]) => textSize(3 * text.length),
  upperAscii: ([text]) => textSize(3 * text.length),
  split: ([text]) => ({
    ...listSize(text.length + 1, textSize(text.length)),
    volume: text.length + (text.length + 2) * SCALAR.volume,
  }),
  join: ([list, separator = SCALAR]) => textSize(list.volume + list.length * separator.length),
  value: ([optional]) => optional,
  or: ([optional, other = SCALAR]) => larger(optional, other),
  orValue: ([optional, other = SCALAR]) => larger(optional, other),
}

/** Why an expression is refused. It is caught where it is asked for. */
class Refused extends Error {
  readonly flaw: Flaw
  constructor(code: 'expression_invalid' | 'template_too_expensive', reason: string) {
    super(reason)
    this.flaw = { code, reason }
  }
}

/**
 * The steps that a tree takes at most; or `expression_invalid` for what expressions don't have (regular
 * expressions, which could take forever, times, bytes, keys that aren't stated), and `template_too_expensive` for what can
 * become too large, or nests comprehensions more than two deep.
 */
export function stepsOf(tree: Tree): number | Flaw {
  try {
    const { steps, size } = costWithin(tree, new Map(), 0)
    const toGive = size.item === null ? STEPS_TO_COPY : STEPS_TO_GIVE_PARTS
    return STEPS_TO_BEGIN + steps + size.volume * toGive
  } catch (error) {
    if (error instanceof Refused) return error.flaw
    throw error
  }
}

function costWithin(node: Tree, scope: Scope, depth: number): Cost {
  const cost = costAt(node, scope, depth)
  if (cost.size.volume <= VOLUME_MAX) return cost
  throw new Refused('template_too_expensive', 'What the expression makes can become too large.')
}

function costAt(node: Tree, scope: Scope, depth: number): Cost {
  const comprehension = comprehensionOf(node)
  if (comprehension !== null) return comprehensionCost(comprehension, scope, depth)
  const known = knownSize(node, scope)
  if (known !== null) return { steps: 1, size: known }
  const costs = childrenOf(node).map((child) => costWithin(child, scope, depth))
  const sizes = costs.map(({ size }) => size)
  const own = 1 + operationSteps(node, sizes)
  return { steps: costs.reduce((sum, { steps }) => sum + steps, own), size: sizeAt(node, sizes) }
}

/** Of what has no parts that count. */
function knownSize(node: Tree, scope: Scope): Size | null {
  if (node.op === 'value') return literalSize(node.args)
  if (node.op === 'id') return variableSize(node.args, scope)
  if (labelsOwner(node) !== null) return LABELS_SIZE
  const member = memberOf(node)
  return member !== null && subjectOf(member.of) !== null ? FIELD_SIZE : null
}

function literalSize(value: unknown): Size {
  if (typeof value === 'string') return textSize(value.length)
  if (['number', 'bigint', 'boolean'].includes(typeof value) || value === null) return SCALAR
  throw new Refused('expression_invalid', 'Expressions have no bytes and no unsigned numbers.')
}

function variableSize(name: string, scope: Scope): Size {
  const size = scope.get(name) ?? (isSubject(name) ? SCALAR : undefined)
  if (size !== undefined) return size
  const reason = `Expressions have cluster and application, and nothing named ${quoted(name)}.`
  throw new Refused('expression_invalid', reason)
}

function sizeAt(node: Tree, sizes: readonly Size[]): Size {
  const [one = SCALAR, other = SCALAR] = sizes
  if (ACCESSES.has(node.op)) return one.found ?? SCALAR
  switch (node.op) {
    case '+':
      return joinedSize(one, other)
    case '?:':
      return larger(other, sizes[2] ?? SCALAR)
    case 'list':
      return sizeOfAll(sizes)
    case 'map':
      return mapSize(node.args, sizes)
    case 'call':
      return callSize(node.args[0], one)
    case 'rcall':
      return methodSize(node.args[0], [one, ...sizes.slice(1)])
    default:
      return SCALAR
  }
}

const ACCESSES = new Set(['.', '.?', '[]', '[?]'])
const isEven = (_: Size, index: number) => index % 2 === 0
const isOdd = (_: Size, index: number) => index % 2 === 1

function mapSize(entries: readonly (readonly Tree[])[], sizes: readonly Size[]): Size {
  for (const [key] of entries) {
    const name = key === undefined ? null : textOf(key)
    if (name === null || ['__proto__', 'constructor', 'prototype'].includes(name)) {
      const reason = 'The keys of a map are texts in quotes, and not those of every object.'
      throw new Refused('expression_invalid', reason)
    }
  }
  return sizeOfAll(sizes.filter(isOdd), sizes.filter(isEven))
}

function callSize(name: string, argument: Size): Size {
  if (!FUNCTIONS.has(name)) throw noFunction(name)
  return name === 'string' ? larger(argument, textSize(SCALAR.volume)) : SCALAR
}

function methodSize(name: string, sizes: Sizes): Size {
  const sizeOf = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined
  if (sizeOf === undefined) throw noFunction(name)
  return sizeOf(sizes)
}

function noFunction(name: string): Refused {
  return new Refused('expression_invalid', `Expressions have no function ${quoted(name)}.`)
}

/** Those of a node itself, beyond one. */
function operationSteps(node: Tree, sizes: readonly Size[]): number {
  const volume = sizes.reduce((sum, { volume }) => sum + volume, 0)
  switch (node.op) {
    case 'call':
      return volume * STEPS_TO_CHANGE
    case 'rcall':
      return methodSteps(node.args[0], sizes, volume)
    case '||':
    case '&&':
      return failureSteps(node.args[0])
    case 'in':
    case '+':
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return volume * STEPS_TO_COPY
    default:
      return 0
  }
}

function methodSteps(
  name: string,
  [within = SCALAR, sought = SCALAR]: readonly Size[],
  volume: number,
): number {
  if (name === 'join' || OF_OPTIONALS.has(name)) return volume * STEPS_TO_COPY
  const comparisons = SEARCHES.has(name) ? within.length * sought.length : 0
  return volume * STEPS_TO_CHANGE + comparisons * STEPS_TO_COMPARE
}

function failureSteps(node: Tree): number {
  return canFail(node) ? STEPS_TO_FAIL : 0
}

/** Whether a checked node may fail when it runs: for a missing label or key, a division by zero, a number out of range. */
function canFail(node: Tree): boolean {
  const member = memberOf(node)
  if (member !== null && subjectOf(member.of) !== null) return false
  const name = node.op === 'rcall' ? node.args[0] : node.op
  return !NEVER_FAILS.has(name) || childrenOf(node).some(canFail)
}

type Comprehension = {
  readonly name: string
  readonly range: Tree
  readonly variable: Tree
  readonly bodies: readonly Tree[]
}

function comprehensionOf(node: Tree): Comprehension | null {
  if (node.op !== 'rcall' || !COMPREHENSIONS.has(node.args[0])) return null
  const [name, range, [variable, ...bodies]] = node.args
  return variable === undefined || bodies.length === 0 ? null : { name, range, variable, bodies }
}

function comprehensionCost(
  { name, range, variable, bodies }: Comprehension,
  scope: Scope,
  depth: number,
): Cost {
  if (depth === COMPREHENSIONS_DEEP_MAX) {
    const reason = 'The expression has map, filter or the like more than two deep.'
    throw new Refused('template_too_expensive', reason)
  }
  const over = costWithin(range, scope, depth)
  const item = over.size.item ?? SCALAR
  const inner = new Map([...scope, [variableName(variable), item]])
  const costs = bodies.map((body) => costWithin(body, inner, depth + 1))
  const toFail = QUANTIFIERS.has(name)
    ? bodies.reduce((sum, body) => sum + failureSteps(body), 0)
    : 0
  const each = costs.reduce((sum, { steps }) => sum + steps, 1 + toFail)
  const steps = 1 + over.steps + over.size.length * each
  return { steps, size: comprehensionSize(name, over.size, costs.at(-1)?.size ?? SCALAR) }
}

function variableName(variable: Tree): string {
  if (variable.op === 'id' && !isSubject(variable.args)) return variable.args
  const reason = 'What a comprehension goes through needs a name, and not cluster or application.'
  throw new Refused('expression_invalid', reason)
}

function comprehensionSize(name: string, range: Size, body: Size): Size {
  if (name === 'map') return listSize(range.length, body)
  return name === 'filter' ? { ...range, found: range.item } : SCALAR
}

function isSubject(name: string): boolean {
  return name === 'cluster' || name === 'application'
}
