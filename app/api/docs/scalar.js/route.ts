import { answerDocsScript } from '#lib/http/docs.ts'

export const GET = answerDocsScript
