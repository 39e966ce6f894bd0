import { answerMetrics } from '#lib/http/api/health.ts'

export const GET = answerMetrics
