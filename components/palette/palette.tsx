'use client'

import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
  useComboboxStore,
} from '@ariakit/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Rocket, Search, Tag } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useState } from 'react'
import { useNavigate } from '#components/navigation/navigation.ts'
import { KIND_ICONS, kindTitle } from '#components/objects/kinds.ts'
import { versionWords } from '#components/rollouts/version-words.ts'
import { useOpener } from '#components/ui/use-opener.ts'
import type { Kind } from '#lib/domain/objects/kinds.ts'
import { type ObjectRef, refKey } from '#lib/domain/objects/objects.ts'
import { objectPath, pagePaths, withQuery } from '#lib/schemas/paths.ts'
import { type Entry, type EntryGroup, matching } from './entries.ts'
import { findObjects } from './find-objects.ts'
import { findVersions, type FoundVersion } from './find-versions.ts'

type Sought = {
  /** Objects of these kinds. */
  readonly among: readonly Kind[]
  readonly recent: readonly ObjectRef[]
  /** What is offered besides. */
  readonly groups: readonly EntryGroup[]
}

/** Leads to an object, a page or an action by a few letters. */
export function Palette({
  title,
  placeholder,
  onClose,
  ...sought
}: Sought & { title: string; placeholder: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const { remember, onCloseAutoFocus } = useOpener()
  const { found, isSearching, hasFailed } = useEntries(sought, text)
  const list = useComboboxStore({ open: true, value: text, setValue: setText, focusLoop: false })
  // Ariakit selects the first one after each letter, but not one that is found later.
  const first = found[0]?.entries[0]?.key
  useEffect(() => {
    list.setActiveId(first === undefined ? null : itemId(0, 0))
  }, [list, first])
  const choose = (entry: Entry) => {
    onClose()
    entry.open()
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={remember}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-[10vh] left-1/2 z-50 flex max-h-[min(32rem,80dvh)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border bg-surface text-sm text-ink shadow-xl"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <ComboboxProvider store={list}>
            <div className="flex items-center gap-2 border-b px-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <Combobox
                autoSelect="always"
                aria-label={title}
                placeholder={placeholder}
                autoComplete="off"
                spellCheck={false}
                className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted"
              />
            </div>
            <ComboboxList alwaysVisible aria-label="Found" className="overflow-y-auto p-2">
              {found.map((group, at) => (
                <Group key={group.heading} at={at} group={group} onChoose={choose} />
              ))}
            </ComboboxList>
          </ComboboxProvider>
          <output className="border-t px-4 py-2 text-xs text-muted">
            {outcomeOf(found, isSearching, hasFailed)}
          </output>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const itemId = (group: number, entry: number) => `found-${group}-${entry}`

function Group({
  at,
  group: { heading, entries },
  onChoose,
}: {
  /** Among the groups. */
  at: number
  group: EntryGroup
  onChoose: (entry: Entry) => void
}) {
  return (
    <ComboboxGroup>
      <ComboboxGroupLabel className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
        {heading}
      </ComboboxGroupLabel>
      {entries.map((entry, index) => (
        <ComboboxItem
          key={entry.key}
          id={itemId(at, index)}
          focusOnHover
          setValueOnClick={false}
          hideOnClick={false}
          onClick={() => onChoose(entry)}
          className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1 data-active-item:bg-accent-soft data-active-item:text-accent-strong"
        >
          <entry.icon aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="break-all">{entry.label}</span>
          <span className="ml-auto min-w-0 truncate text-xs text-muted">{entry.note}</span>
        </ComboboxItem>
      ))}
    </ComboboxGroup>
  )
}

/** Pages and actions come before objects, which are found a moment later: nothing moves under a key. */
function useEntries({ among, recent, groups }: Sought, text: string) {
  const navigate = useNavigate()
  const sought = text.trim()
  const isWanted = sought !== '' || among.length === 1
  const { data, isFetching, isError } = useQuery({
    queryKey: ['palette', among, sought],
    queryFn: async ({ signal }) => {
      const [objects, versions] = await Promise.all([
        findObjects(among, sought, signal),
        among.length > 1 ? findVersions(sought, signal) : [],
      ])
      return { objects, versions }
    },
    // Of one kind the first few are worth a look; of all, none are.
    enabled: isWanted,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const entryOf = (ref: ObjectRef, description = ''): Entry => ({
    key: refKey(ref),
    label: ref.team === null ? ref.name : `${ref.team}/${ref.name}`,
    note: description === '' ? kindTitle(ref.kind) : `${kindTitle(ref.kind)}, ${description}`,
    icon: KIND_ICONS[ref.kind],
    open: () => navigate(objectPath(ref)),
  })
  const opened = { heading: 'Recent', entries: recent.map((ref) => entryOf(ref)) }
  const { objects, versions } = (!isWanted || isError ? null : data) ?? NOTHING
  const others = objects.filter(({ ref }) => !recent.some((one) => refKey(one) === refKey(ref)))
  const sections = [
    ...matching([opened, ...groups], sought),
    ...(among.length > 1 ? rolloutOf(sought, navigate) : []),
    { heading: 'Versions', entries: versions.map((one) => versionEntry(one, navigate)) },
    { heading: 'Objects', entries: others.map((one) => entryOf(one.ref, one.description)) },
  ]
  return {
    found: sections.filter(({ entries }) => entries.length > 0),
    isSearching: isFetching,
    hasFailed: isError,
  }
}

const NOTHING = { objects: [], versions: [] }

function versionEntry(
  { namespace, application, number, name }: FoundVersion,
  navigate: (path: string) => void,
): Entry {
  const said = versionWords({ number, name })
  const path = withQuery(pagePaths.versions(namespace, application), { q: name ?? String(number) })
  return {
    key: `version-${namespace}/${application}-${number}`,
    label: `${namespace}/${application} ${said}`,
    note: 'Version',
    icon: Tag,
    open: () => navigate(path),
  }
}

/** What a number leads to, whether there is such a rollout or not: as `#12`, `12` or `rollout 12`. */
function rolloutOf(text: string, navigate: (path: string) => void): readonly EntryGroup[] {
  const [, id] = /^(?:rollout\s*)?#?([1-9]\d{0,8})$/i.exec(text) ?? []
  if (id === undefined) return []
  const open = () => navigate(pagePaths.rollout(Number(id)))
  const entry = { key: `rollout-${id}`, label: `Rollout #${id}`, icon: Rocket, open }
  return [{ heading: 'Rollouts', entries: [entry] }]
}

function outcomeOf(found: readonly EntryGroup[], isSearching: boolean, hasFailed: boolean): string {
  if (isSearching) return 'Searching…'
  if (hasFailed) return 'Objects could not be searched.'
  const count = found.reduce((sum, { entries }) => sum + entries.length, 0)
  if (count === 0) return 'Nothing found.'
  return `${count} found. Enter opens, Escape closes.`
}
