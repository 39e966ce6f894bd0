import { answerReadiness } from '#lib/http/api/health.ts'

export const GET = answerReadiness
