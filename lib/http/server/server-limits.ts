/** How long a client may take for its headers and for its request, and how many bytes its headers may have. */
export const serverLimits = {
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  // How late Node may notice that they have passed; by default it checks twice a minute.
  connectionsCheckingInterval: 2_000,
  // Node's own limit is as long as the longest token, and leaves no room for a cookie beside it.
  maxHeaderSize: 32 * 1024,
}
