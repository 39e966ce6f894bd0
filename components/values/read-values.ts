// Reads the YAML of values as somebody types it, and finds where in it something stands.
import { isMap, isNode, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import type { Flaw, TextRange } from '#components/code/code-field.tsx'

export type ReadValues = {
  /** Undefined: the text can't be read. */
  readonly values: Readonly<Record<string, unknown>> | undefined
  readonly flaws: readonly Flaw[]
  /** Where the values are in the text, by their keys with dots between; of an object or a list, where its key is. */
  readonly places: ReadonlyMap<string, TextRange>
}

const ALIASES_MAX = 100

/** What the text says; null and numbers that are too large are values, which the API refuses where they stand. */
export function readValues(text: string): ReadValues {
  const document = parse(text)
  if (document === null) return unreadable([{ ...whole(text), reason: TOO_DEEP }])
  const flaws = [...document.errors, ...document.warnings].map(({ message, pos: [from, to] }) => ({
    from: Math.min(from, text.length),
    to: Math.min(Math.max(to, from), text.length),
    reason: sentenceOf(message),
  }))
  if (flaws.length > 0) return unreadable(flaws)
  const said = saidBy(document)
  if (said === undefined) return unreadable([{ ...whole(text), reason: NO_OBJECT }])
  const places = new Map<string, TextRange>()
  findPlaces(document.contents, [], places)
  return { values: said, flaws, places }
}

const NO_OBJECT = 'Values are keys with values, as in replicas: 2.'
const TOO_DEEP = 'The text nests too deep to be read.'

function unreadable(flaws: readonly Flaw[]): ReadValues {
  return { values: undefined, flaws, places: new Map() }
}

function parse(text: string): Document | null {
  try {
    return parseDocument(text, {
      version: '1.2',
      merge: true,
      stringKeys: true,
      logLevel: 'error',
      resolveKnownTags: false,
      prettyErrors: false,
    })
  } catch {
    return null
  }
}

/** Undefined: no object. */
function saidBy(document: Document): Readonly<Record<string, unknown>> | undefined {
  if (document.contents === null) return {}
  if (isScalar(document.contents) && document.contents.value === null) return {}
  if (!isMap(document.contents)) return undefined
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX })
  } catch {
    return undefined
  }
}

function findPlaces(node: unknown, path: readonly (string | number)[], places: Places): void {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const at = [...path, String(isScalar(key) ? key.value : key)]
      places.set(at.join('.'), rangeOf(isScalar(value) ? value : key))
      findPlaces(value, at, places)
    }
  }
  if (isSeq(node)) {
    for (const [index, item] of node.items.entries()) {
      places.set([...path, index].join('.'), rangeOf(item))
      findPlaces(item, [...path, index], places)
    }
  }
}

type Places = Map<string, TextRange>

function rangeOf(node: unknown): TextRange {
  const [from = 0, to = 0] = (isNode(node) && node.range) || []
  return { from, to }
}

function whole(text: string): TextRange {
  return { from: 0, to: text.length }
}

/** The line of a flaw, from 1 on. */
export function lineOf(text: string, { from }: TextRange): number {
  return text.slice(0, from).split('\n').length
}

function sentenceOf(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}
