// The lists of objects as pages: the same filters and orders as the API's.
import { parseSelector } from '#lib/domain/labels/selector-parse.ts'
import { readSort } from '#lib/http/api/lists.ts'
import { readParsed, readText } from '#lib/http/api/parameters.ts'
import { objectPosition } from '#lib/http/api/positions.ts'
import { SORT_KEYS } from '#lib/http/operations/object-operations.ts'
import type { ListInput, ObjectList } from '#lib/usecases/objects/read.ts'
import type { Representation } from '#lib/usecases/objects/represent.ts'
import { type PageList, readPageList } from './page-lists.ts'
import type { SearchParams } from './page-query.ts'
import type { Door } from './page.ts'

type ObjectPageList = {
  readonly path: string
  readonly useCase: Door<ListInput, ObjectList>
  /** Whether its objects have labels to select by. */
  readonly labelled: boolean
}

export function readObjectPageList(
  { path, useCase, labelled }: ObjectPageList,
  search: SearchParams,
): Promise<PageList<Representation>> {
  return readPageList(
    {
      path,
      filters: labelled ? ['q', 'labelSelector'] : ['q'],
      position: objectPosition,
      useCase,
      input: (query, window) => ({
        ...window,
        filter: {
          text: readText(query, 'q'),
          selector: readParsed(query, 'labelSelector', (text) => parseSelector(text, [])),
          sort: readSort({ query }, SORT_KEYS, 'name'),
        },
      }),
    },
    search,
  )
}
