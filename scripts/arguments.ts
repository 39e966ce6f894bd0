import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The options of a command; an unknown one ends the process and prints the usage. */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    console.error(error instanceof Error ? `${error.message}\n\n${usage}` : usage)
    process.exit(2)
  }
}
