import { z } from 'zod'
import { searched } from '#lib/domain/lists/parameters.ts'
import { listForeignUseCase } from '#lib/usecases/observed/foreign-applications.ts'
import { defineList } from './list.ts'
import { ofParts } from './positions.ts'

/** What a cluster's reconciler runs that Berth didn't make. */
export const foreignList = defineList({
  parameters: z.object({ q: searched('Part of the namespace or the name.') }),
  isOfNow: true,
  position: ofParts({ namespace: z.string(), name: z.string() }),
  useCase: listForeignUseCase,
  input: ({ q }, { after, limit }, { name = '' }) => ({ cluster: name, text: q, after, limit }),
})
