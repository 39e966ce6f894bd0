import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The options of a command; one that it doesn't have ends the process with how it is used. */
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
