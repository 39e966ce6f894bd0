'use client'

import { FileDown } from 'lucide-react'
import { AskFirst, labelled } from '#components/object-form/ask-first.tsx'
import { makeReportNow } from './actions.ts'

export function MakeNowButton({ name }: { name: string }) {
  return (
    <AskFirst
      button={labelled('Make now', FileDown)}
      title={`Make ${name} now`}
      description="A file is made of what its owner may see. Those that are due are made all the same."
      action="Make"
      sent={{ name }}
      save={makeReportNow}
    />
  )
}
