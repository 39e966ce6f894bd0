import { z } from 'zod'
import { listRunsUseCase } from '#lib/usecases/saved-reports/runs.ts'
import { defineList } from './list.ts'
import { timedPosition } from './positions.ts'

/** When a saved report was made. */
export const runList = defineList({
  parameters: z.object({}),
  isOfNow: true,
  position: timedPosition,
  useCase: listRunsUseCase,
  input: (_, { after, limit }, { name = '' }) => ({ name, after, limit }),
})
