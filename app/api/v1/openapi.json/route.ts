import { answerOpenApi } from '#lib/http/docs.ts'

export const GET = answerOpenApi
