// Regular expressions of schemas, by an engine that takes linear time: https://github.com/google/re2/wiki/Syntax
// JavaScript's own could take forever for one that somebody wrote.
import { RE2JS } from 're2js'
import { quoted } from '#lib/domain/text/text.ts'

const CHARACTERS_MAX = 250
const REPETITIONS_MAX = 256
const INSTRUCTIONS_MAX = 256

/** What is wrong with a pattern, or null. */
export function patternFlaw(pattern: string): string | null {
  if (pattern.length > CHARACTERS_MAX) {
    return `A pattern has at most ${CHARACTERS_MAX} characters.`
  }
  const read = instructionsOf(pattern)
  if (typeof read === 'string') return `The pattern ${quoted(pattern)} can’t be used: ${read}.`
  return read <= INSTRUCTIONS_MAX ? null : `The pattern ${quoted(pattern)} repeats too much.`
}

function instructionsOf(pattern: string): number | string {
  if (repetitions(pattern) > REPETITIONS_MAX) return Infinity
  try {
    return compiledPattern(pattern).programSize()
  } catch (error) {
    return error instanceof Error ? quoted(error.message) : 'unknown'
  }
}

/** Of all counts in it together: what they repeat is written out so often. */
function repetitions(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d{1,9})(?:,(\d{1,9})?)?\}/g)]
  return counts.reduce((sum, [, least, most]) => sum + Number(most ?? least), 0)
}

function compiledPattern(pattern: string): RE2JS {
  return RE2JS.compile(RE2JS.translateRegExp(pattern))
}

/** One character in one instruction of a pattern: at most about 50 ns. */
const STEPS_MAX = 2_000_000
let steps = 0

/** More than what one validation may take. */
export class TooManySteps extends Error {}

export function countStepsAnew(): void {
  steps = 0
}

export function countSteps(more: number): void {
  steps += more
  if (steps > STEPS_MAX) throw new TooManySteps()
}

/** What takes the place of RegExp in compiled schemas. It counts what it takes, and throws TooManySteps. */
export function linearPattern(pattern: string): {
  readonly test: (text: string) => boolean
  readonly toString: () => string
} {
  const compiled = compiledPattern(pattern)
  const instructions = compiled.programSize()
  return {
    test: (text) => {
      countSteps((text.length + 1) * instructions)
      return compiled.test(text)
    },
    // By which the compiler of schemas tells patterns apart.
    toString: () => pattern,
  }
}
