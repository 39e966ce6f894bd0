// What an answer says in its status of an object's two selectors.
import { z } from 'zod'
import { formatSelector } from '#lib/domain/labels/selector-format.ts'
import type { Selector } from '#lib/domain/labels/selector.ts'

const canonical = z.string().meta({ description: 'The canonical kubectl string.' })

export const selectorStatus = { app_selector: canonical, cluster_selector: canonical }

export function selectorStatusOf(of: {
  readonly appSelector: Selector
  readonly clusterSelector: Selector
}) {
  return {
    app_selector: formatSelector(of.appSelector),
    cluster_selector: formatSelector(of.clusterSelector),
  }
}
