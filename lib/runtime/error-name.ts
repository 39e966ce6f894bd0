// Recognises errors by name where they are caught. Next.js loads a module once for itself and once for each of its bundles,
// each time with new classes, while the services of the process (lib/usecases/services.ts) throw those of the first.
// `instanceof` alone would miss them.

/** Whether what was thrown is an error of one of the names: for a class's `Symbol.hasInstance`. */
export function isErrorNamed(thrown: unknown, names: readonly string[]): boolean {
  return thrown instanceof Error && names.includes(thrown.name)
}
