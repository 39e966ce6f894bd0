import { answerGit } from '#lib/http/git.ts'

export const GET = answerGit
export const POST = answerGit
