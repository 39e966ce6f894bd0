import { answerApi } from '#lib/http/operations/routes.ts'

export const GET = answerApi
export const HEAD = answerApi
export const OPTIONS = answerApi
export const POST = answerApi
export const PUT = answerApi
export const PATCH = answerApi
export const DELETE = answerApi
