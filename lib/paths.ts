// Every link, built once.

const segment = encodeURIComponent

export const apiRoot = '/api/v1'

export const apiPaths = {
  team: (name: string) => `${apiRoot}/teams/${segment(name)}`,
  cluster: (name: string) => `${apiRoot}/clusters/${segment(name)}`,
  application: (namespace: string, name: string) =>
    `${apiRoot}/applications/${segment(namespace)}/${segment(name)}`,
  targetPolicy: (name: string) => `${apiRoot}/target-policies/${segment(name)}`,
}
