// The memory of the server's process, as its metrics report it.
import { setTimeout as pause } from 'node:timers/promises'
import { ask } from './measure.ts'
import type { Report } from './report.ts'
import type { Stand } from './stand.ts'

const REACH_MB = 700
const PAUSE_MS = 10_000

type Memory = { readonly resident: number; readonly heap: number; readonly external: number }

export async function benchMemory(stand: Stand, report: Report): Promise<void> {
  const atOnce = await readMemory(stand)
  await pause(PAUSE_MS)
  const later = await readMemory(stand)
  report.figure({
    what: 'memory of the server after all that',
    reach: `under ${REACH_MB} MB`,
    figure: megabytes(atOnce.resident),
    reference: `${PAUSE_MS / 1000} s later, ${megabytes(later.resident)}`,
    ratio: '',
    isReached: atOnce.resident < REACH_MB * 1e6,
  })
  for (const { resident, heap, external } of [atOnce, later]) {
    const rest = resident - heap - external
    report.note(
      `of ${megabytes(resident)}: heap of the main thread ${megabytes(heap)}, external ${megabytes(external)}, the publisher's thread, code and all else ${megabytes(rest)}`,
    )
  }
}

async function readMemory({ portal }: Stand): Promise<Memory> {
  const { text } = await ask(`${portal.url}/metrics`)
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
  return {
    resident: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_total_bytes'),
    external: read('nodejs_external_memory_bytes'),
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
