import { EnvironmentInvalid, readEnvironment } from '#lib/env.ts'
import { explain } from './explain.ts'
import { serve } from './server.ts'

Object.assign(process.env, { NODE_ENV: 'production' })
try {
  const environment = readEnvironment(process.env)
  if (!environment.isDemo) {
    throw new EnvironmentInvalid([
      'BERTH_DEMO: no sign-in is configured. This version knows the demo people alone: set it to 1 to let them in.',
    ])
  }
  await serve(environment, { dev: false })
  console.log(`Berth answers at ${environment.url}`)
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
