// Targets as they are sent and answered.
import { z } from 'zod'
import type { Target } from './target.ts'

const text = z.string()

const target = z.strictObject({
  name: text.meta({ description: 'A DNS label.', examples: ['early-adopters'] }),
  environment: text.meta({ examples: ['prod'] }),
  repo_path: text.meta({ examples: ['manifest/app1/early'] }),
})

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
