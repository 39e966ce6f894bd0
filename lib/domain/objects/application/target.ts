// An application's targets: its team's names for its uses within an environment, each with a directory of its own.
import { z } from 'zod'

export type Target = {
  readonly name: string
  readonly environment: string
  /** The directory of its manifests, in the application's repository. */
  readonly repoPath: string
}

const text = z.string()

const target = z.strictObject({
  name: text.meta({ description: 'A DNS label.', examples: ['early-adopters'] }),
  environment: text.meta({ examples: ['prod'] }),
  repo_path: text.meta({ examples: ['manifest/app1/early'] }),
})

/** As it is sent and answered. */
export const targetSchema = target.meta({ id: 'Target' })

type TargetJson = Readonly<z.output<typeof targetSchema>>

export function readTargets(sent: readonly TargetJson[]): readonly Target[] {
  return sent.map(({ name, environment, repo_path }) => ({
    name,
    environment,
    repoPath: repo_path,
  }))
}

export function targetJson({ name, environment, repoPath }: Target): TargetJson {
  return { name, environment, repo_path: repoPath }
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
