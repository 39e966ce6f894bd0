import { answerOpenApi } from '#lib/http/operations/docs.ts'

export const GET = answerOpenApi
