import { answerReadiness } from '#lib/http/health.ts'

export const GET = answerReadiness
