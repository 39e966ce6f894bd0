// Where an application that is needed must be, as JSON and forms say it.

export const ON_CLUSTER = 'cluster'
const IN_ENVIRONMENT = 'environment:'

/** The text of an environment; null: the cluster itself. */
export function placeText(environment: string | null): string {
  return environment === null ? ON_CLUSTER : IN_ENVIRONMENT + environment
}

/** The environment that a text names; null: the cluster itself; undefined: it says neither. */
export function environmentOfPlace(place: string): string | null | undefined {
  if (place.startsWith(IN_ENVIRONMENT)) return place.slice(IN_ENVIRONMENT.length)
  return place === ON_CLUSTER ? null : undefined
}
