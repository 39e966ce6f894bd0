// Errors that are told apart where they are caught. Next.js loads a module once for itself and once for each of its bundles,
// each with classes of its own, and what hangs on the process (lib/usecases/services.ts) throws those of the first: so these
// know their own by name.

/** Whether what was thrown is an error of one of the names: for a class's `Symbol.hasInstance`. */
export function isErrorNamed(thrown: unknown, names: readonly string[]): boolean {
  return thrown instanceof Error && names.includes(thrown.name)
}
