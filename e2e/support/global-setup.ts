import { startPortal } from './portal.ts'

/** Starts the demo for all specs, at the port that the configuration chose. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startPortal(Number(process.env['BERTH_E2E_PORT']), {}, ['--still'])
  return stop
}
