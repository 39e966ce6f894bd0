// Clusters register themselves, with the secret of a registration token.
import { readJsonBody } from '#lib/http/api/body.ts'
import { jsonResponse, noParameters, operation, type Received } from '#lib/http/api/operation.ts'
import { readIdempotency } from '#lib/http/api/writes.ts'
import { apiObjectPath } from '#lib/schemas/paths.ts'
import {
  newRegistrationSecretOutput,
  registrationInput,
  registrationOutput,
  registrationSecretOutput,
} from '#lib/schemas/registration.ts'
import { registerClusterUseCase } from '#lib/usecases/registration/register.ts'
import {
  makeRegistrationSecretUseCase,
  readRegistrationSecretUseCase,
} from '#lib/usecases/registration/secret.ts'

const JSON_TYPES = ['application/json']
const SECRET_PATH = '/registration-tokens/{name}/secret'
const TAG = 'registration-tokens'

const refOf = ({ path }: Received) => ({ name: path['name'] ?? '' })

export const getRegistrationSecret = operation({
  id: 'getRegistrationSecret',
  method: 'GET',
  path: SECRET_PATH,
  tag: TAG,
  summary: 'Get since when the registration token has its secret, and how often it was used',
  query: noParameters,
  responses: { 200: registrationSecretOutput },
  useCase: readRegistrationSecretUseCase,
  handle: async (received) => {
    const { services, session } = received
    const ref = refOf(received)
    return jsonResponse(await readRegistrationSecretUseCase.invoke(services, session, { ref }))
  },
})

export const makeRegistrationSecret = operation({
  id: 'makeRegistrationSecret',
  method: 'POST',
  path: SECRET_PATH,
  tag: TAG,
  summary:
    'Make the secret of the registration token, which ends the one before; it is answered this once',
  query: noParameters,
  responses: { 201: newRegistrationSecretOutput },
  useCase: makeRegistrationSecretUseCase,
  handle: async (received) => {
    const { services, session } = received
    const ref = refOf(received)
    const { json, secret } = await makeRegistrationSecretUseCase.invoke(services, session, { ref })
    return jsonResponse({ ...json, secret }, { status: 201 })
  },
})

export const registerCluster = operation({
  id: 'registerCluster',
  method: 'POST',
  path: '/clusters/register',
  tag: 'clusters',
  summary:
    'Register a cluster with the secret of a registration token; its own token is answered this once',
  query: noParameters,
  headers: ['Idempotency-Key'],
  body: { schema: registrationInput, types: JSON_TYPES, writes: ['registration'] },
  responses: { 201: registrationOutput },
  useCase: registerClusterUseCase,
  handle: async (received) => {
    const { bodyHash, value: body } = await readJsonBody(received, JSON_TYPES)
    const { services, session, request } = received
    const { cluster, change, token, bootstrap } = await registerClusterUseCase.invoke(
      services,
      session,
      { body, idempotency: readIdempotency(request, bodyHash) },
    )
    return jsonResponse(
      { cluster: cluster.json, token, bootstrap },
      {
        status: 201,
        headers: {
          ETag: cluster.etag,
          Location: apiObjectPath({ kind: 'cluster', team: null, name: cluster.json.name }),
          'Berth-Change': String(change),
        },
      },
    )
  },
})
