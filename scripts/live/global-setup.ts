import { buildPrograms } from './programs.ts'

export function setup(): void {
  try {
    buildPrograms()
  } catch (cause) {
    throw new Error('These tests need Go 1.26 and a way to its module proxy.', { cause })
  }
}
