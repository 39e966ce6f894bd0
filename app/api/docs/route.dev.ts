import { answerDocs } from '#lib/http/operations/docs.ts'

export const GET = answerDocs
