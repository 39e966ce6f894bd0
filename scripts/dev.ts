import { readEnvironment } from '#lib/env.ts'
import { explain } from './explain.ts'
import { serve } from './server.ts'

Object.assign(process.env, { NODE_ENV: 'development', BERTH_DEMO: '1' })
try {
  const environment = readEnvironment(process.env)
  await serve(environment, { dev: true })
  console.log(`Berth answers at ${environment.url}, and reloads as you edit.`)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
