import { answerDocsScript } from '#lib/http/operations/docs.ts'

export const GET = answerDocsScript
