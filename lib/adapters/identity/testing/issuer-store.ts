import type { Adapter, AdapterPayload } from 'oidc-provider'

/** What one issuer remembers, in memory, for as long as it runs. */
export function openIssuerStore(): (kind: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  return (kind) => {
    const find = (matches: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([id, payload]) => id.startsWith(`${kind}:`) && matches(payload))?.[1]
    return {
      upsert: async (id, payload) => void kept.set(`${kind}:${id}`, payload),
      find: async (id) => kept.get(`${kind}:${id}`),
      findByUid: async (uid) => find((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => find((payload) => payload.userCode === userCode),
      consume: async (id) => {
        const payload = kept.get(`${kind}:${id}`)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void kept.delete(`${kind}:${id}`),
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of kept) if (payload.grantId === grantId) kept.delete(id)
      },
    }
  }
}
