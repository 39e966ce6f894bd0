// A replica without pages, which starts with half the processor of a portal: what answers the API and, in the same thread, the
// publisher. Tests start and kill it.
import { createServer } from 'node:http'
import { PUBLISHER_TIMEOUTS } from '#db/client.ts'
import { connect } from '#db/connection.ts'
import { answerDirectly, directAnswererOf } from '#lib/http/server/direct-answers.ts'
import { readEnvironment } from '#lib/settings/env.ts'
import { boot } from '#lib/start/boot.ts'
import { installServices } from '#lib/usecases/services.ts'
import { openRepositories } from '#lib/worker/repositories.ts'
import { runPublisher } from '#lib/worker/run-publisher.ts'
import { createWorld } from '#lib/worker/world.ts'

const environment = readEnvironment(process.env)
const { services, databaseUrl } = await boot(environment)
installServices(services)
const database = { ...services.database, timeouts: PUBLISHER_TIMEOUTS }
const publishing = { ...services, database }
const made = createWorld(publishing, () => connect(databaseUrl), openRepositories(publishing))
void runPublisher({ ...made, services: publishing }, databaseUrl, new AbortController().signal)
const server = createServer((request, response) => {
  const answerer = directAnswererOf(request.url ?? '/')
  if (answerer === null) response.writeHead(404).end()
  else void answerDirectly(answerer, request, response, environment.url)
})
server.listen(environment.port, '127.0.0.1')
