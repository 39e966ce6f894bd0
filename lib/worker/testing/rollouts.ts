// Rollouts carried on in tests, and what clusters have of them in Git.
import { applicationPath } from '#lib/domain/git/repository-paths.ts'
import { Conductor } from '../conductor.ts'
import { filesOn, type TestPublisher } from './publisher.ts'

/** Takes every step that is due, of this tenant. */
export async function conduct(publisher: TestPublisher): Promise<void> {
  const conductor = new Conductor({ ...publisher.world, services: publisher.services })
  for (let look = 0; look < 5; look++) {
    await conductor.look()
    await conductor.ended()
  }
}

/** Publishes and takes steps, until neither has anything left to do. */
export async function carryOn(publisher: TestPublisher, branches = ['main']): Promise<void> {
  for (let round = 0; round < 6; round++) {
    await conduct(publisher)
    for (const branch of branches) await publisher.publish(branch)
  }
  await conduct(publisher)
}

/** By cluster, the first digit of the revision that it has in Git; null: it has no file. */
export async function revisionsOn(
  { directory }: TestPublisher,
  clusters: readonly string[],
  branch = 'main',
  application = 'app1',
): Promise<Record<string, string | null>> {
  const files = await filesOn(directory, branch)
  const entries = clusters.map((name) => {
    const text = files.get(applicationPath(name, 'ieb', application))
    return [name, revisionIn(text)]
  })
  return Object.fromEntries(entries)
}

/** By cluster, the first digit of the revision of `app1` and its directory, as it has them in Git; null: it has no file. */
export async function sourcesOn(
  { directory }: TestPublisher,
  clusters: readonly string[],
): Promise<Record<string, string | null>> {
  const files = await filesOn(directory, 'main')
  const entries = clusters.map((name) => {
    const text = files.get(applicationPath(name, 'ieb', 'app1'))
    const directory = /^ +path: (.+)$/m.exec(text ?? '')?.[1]
    return [name, directory === undefined ? null : `${revisionIn(text)} ${directory}`]
  })
  return Object.fromEntries(entries)
}

function revisionIn(text: string | undefined): string | null {
  const revision = /targetRevision: '?"?([^'"\n]+)/.exec(text ?? '')?.[1]
  return revision === undefined ? null : revision.replace(/^(.)\1{39}$/, '$1')
}
