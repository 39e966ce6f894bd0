// Which addresses Berth calls, whatever name led there.
import {
  isAddressWithin,
  isHostAddress,
  isPublicAddress,
  parsePrefix,
} from '#lib/domain/addresses/special-addresses.ts'

export type Reach = {
  readonly mayReach: (address: string) => boolean
  /** Whether plain http may be spoken: only to this machine, where nobody is on the way. */
  readonly allowsPlainHttp: boolean
}

/**
 * Public addresses, and those of the private networks that the installation names (`10.0.0.0/8`). No entry opens this
 * machine, its link or a metadata service; `thisMachine` opens 127.0.0.1, for a demo.
 */
export function reachOf({
  privateNetworks,
  thisMachine,
}: {
  readonly privateNetworks: readonly string[]
  readonly thisMachine: boolean
}): Reach {
  const opened = privateNetworks.flatMap((network) => parsePrefix(network) ?? [])
  return {
    mayReach: (address) =>
      isPublicAddress(address) ||
      (isHostAddress(address) && isAddressWithin(address, opened)) ||
      (thisMachine && address === THIS_MACHINE),
    allowsPlainHttp: thisMachine,
  }
}

const THIS_MACHINE = '127.0.0.1'
