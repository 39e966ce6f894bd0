'use client'

import { Download } from 'lucide-react'
import { Button } from './button.tsx'
import { download } from './download.ts'

export function DownloadButton({ file, text }: { file: string; text: string }) {
  return (
    <Button onClick={() => download(file, text)}>
      <Download aria-hidden className="size-3.5" />
      Download {file}
    </Button>
  )
}
