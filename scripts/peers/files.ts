import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Texts by path. */
export type Files = Readonly<Record<string, string>>

export function writeFiles(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    const place = path.join(folder, file)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(place, text)
  }
}
