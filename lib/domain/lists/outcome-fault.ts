type Asked = {
  readonly outcomes?: readonly string[] | null
  readonly begun?: boolean
  readonly from?: Date | null
  readonly change?: number | null
  readonly application?: string | null
  readonly cluster?: string | null
}

/**
 * Why deployments of some outcomes can't be listed; null: they can. What became of a deployment is in no index, so the
 * other filters have to say of how many it is asked.
 */
export function outcomeFault({ outcomes, begun, from, ...named }: Asked): string | null {
  if (!outcomes || (begun === true && from)) return null
  const isNamed = [named.change, named.application, named.cluster].some(Boolean)
  return isNamed ? null : 'outcome needs begun and from, or a change, an application or a cluster.'
}
