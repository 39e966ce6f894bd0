import { answerHealth } from '#lib/http/health.ts'

export const GET = answerHealth
