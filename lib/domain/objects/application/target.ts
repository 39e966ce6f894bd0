// An application's targets: its team's names for its uses within an environment, each with a directory of its own.

export type Target = {
  readonly name: string
  readonly environment: string
  /** The directory of its manifests, in the application's repository. */
  readonly repoPath: string
}

/** Null: the application has no target of that name in the environment. */
export function findTarget(
  { targets }: { readonly targets: readonly Target[] },
  name: string,
  environment: string,
): Target | null {
  return targets.find((each) => each.name === name && each.environment === environment) ?? null
}

/** Whether both are of one name in one environment, which an application has one of. */
export function isSameUse(one: Target, other: Target): boolean {
  return one.name === other.name && one.environment === other.environment
}

/** Says that an application has no such target in an environment: one plain sentence without a capital and a full stop. */
export function lackOfTarget(name: string, environment: string): string {
  if (environment === '')
    return `it has no target ${name}, because the cluster names no environment`
  return `it has no target ${name} in ${environment}`
}
