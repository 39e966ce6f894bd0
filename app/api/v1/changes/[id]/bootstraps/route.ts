import { routesOf } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE } = routesOf('/changes/{id}/bootstraps')
