import type { TestProject } from 'vitest/node'
import { setup as startDatabase } from '#db/testing/global-setup.ts'
import { buildPrograms, missing } from './programs.ts'

export async function setup(project: TestProject) {
  if (missing === null) buildPrograms()
  return startDatabase(project)
}
