import { answerGit } from '#lib/http/git/fetch.ts'

export const GET = answerGit
export const POST = answerGit
