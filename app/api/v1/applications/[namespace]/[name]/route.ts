import { routesOf } from '#lib/http/operations/routes.ts'

export const { GET, POST, PUT, PATCH, DELETE } = routesOf('/applications/{namespace}/{name}')
