import { apiRoutes } from '#lib/http/operations/routes.ts'

export const { GET, POST, PUT, PATCH, DELETE } = apiRoutes
