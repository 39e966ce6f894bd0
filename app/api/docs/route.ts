import { answerDocs } from '#lib/http/docs.ts'

export const GET = answerDocs
