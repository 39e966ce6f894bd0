import { startPortal } from './portal.ts'

/** The demo fleet for all specs; its port was chosen by the configuration. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startPortal(Number(process.env['BERTH_E2E_PORT']))
  return stop
}
