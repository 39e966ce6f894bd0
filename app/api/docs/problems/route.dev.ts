import { answerProblems } from '#lib/http/operations/docs.ts'

export const GET = answerProblems
