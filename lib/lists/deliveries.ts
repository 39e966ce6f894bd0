import { z } from 'zod'
import { word } from '#lib/domain/lists/parameters.ts'
import { DELIVERY_STATES } from '#lib/schemas/delivery.ts'
import { listDeliveriesUseCase } from '#lib/usecases/subscriptions/deliveries.ts'
import { defineList } from './list.ts'
import { timedPosition } from './positions.ts'

export const deliveryList = defineList({
  parameters: z.object({ state: word(DELIVERY_STATES, 'Only those in this state.') }),
  isOfNow: true,
  position: timedPosition,
  useCase: listDeliveriesUseCase,
  input: ({ state }, { after, limit }, { name = '' }) => ({ ref: { name }, state, after, limit }),
})
