import { routesOf } from '#lib/http/route.ts'

export const { GET, POST, PUT, PATCH, DELETE } = routesOf('/clusters/{name}/branches/clear')
