// Evaluates the expressions of admission policies with a library for the language: https://github.com/google/cel-spec
import { Environment } from '@marcbachmann/cel-js'

const environment = new Environment({ unlistedVariablesAreDyn: true })

type Compiled = ReturnType<Environment['parse']>
const compiled = new Map<string, Compiled | null>()

function compile(expression: string): Compiled | null {
  const known = compiled.get(expression)
  if (known !== undefined) return known
  const fresh = parsed(expression)
  compiled.set(expression, fresh)
  return fresh
}

function parsed(expression: string): Compiled | null {
  try {
    return environment.parse(expression)
  } catch {
    return null
  }
}

export function compiles(expression: string): boolean {
  return compile(expression) !== null
}

/** The value of an expression, or that it fails, as for a key that doesn't exist. */
export function evaluate(
  expression: string,
  variables: Readonly<Record<string, unknown>>,
): { readonly value: unknown } | 'error' {
  try {
    return { value: compile(expression)?.(variables) }
  } catch {
    return 'error'
  }
}
