import { answerProblems } from '#lib/http/docs.ts'

export const GET = answerProblems
