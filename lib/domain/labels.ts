// Labels: string-to-string maps under the Kubernetes rules. Kept in Maps, so that no key can reach an object's prototype.

export type Labels = ReadonlyMap<string, string>
