'use server'

import { formAction, noChange } from '#lib/http/portal/action.ts'
import { deliveryRequest, nameRequest } from '#lib/schemas/save-request.ts'
import {
  redeliverUseCase,
  testSubscriptionUseCase,
} from '#lib/usecases/subscriptions/deliveries.ts'

export const redeliver = formAction(
  redeliverUseCase,
  deliveryRequest,
  ({ name, id }) => ({ ref: { name }, id }),
  noChange,
)

export const testSubscription = formAction(
  testSubscriptionUseCase,
  nameRequest,
  ({ name }) => ({ ref: { name } }),
  noChange,
)
