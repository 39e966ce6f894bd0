import { answerMetrics } from '#lib/http/health.ts'

export const GET = answerMetrics
