import { answerHealth } from '#lib/http/api/health.ts'

export const GET = answerHealth
