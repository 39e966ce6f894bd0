/** What a repository contains, for people who find it. */
export const README = `Berth writes this repository, and each cluster's Argo CD reads its own folder of it. To change what runs where, change
the applications, clusters, teams and policies in Berth: an edit of these files is put right at the next publication.

| path | what it is |
|---|---|
| \`bootstrap/<cluster>.yaml\` | applied by hand, once and when it changes: roles, an account and admission policies, Argo CD's project and root Application, both named \`berth\` |
| \`clusters/<cluster>/base/\` | project and root again, by which the root manages itself, beside it the Application \`berth-config\`, which applies what is in \`config\`, and network policies for Argo CD |
| \`clusters/<cluster>/teams/<team>/\` | namespace, account, project, rights, network and quota of each team that has an application there |
| \`clusters/<cluster>/apps/<team>/<app>.yaml\` | an Argo CD Application for each application there |
| \`clusters/<cluster>/config/<team>/<app>.yml\` | a ConfigMap with what an application is told there, where it is told something |
| \`.berth/owned\` | which installation and tenant of Berth this tree belongs to |

All other paths are yours: Berth neither changes nor removes them. Add no symbolic link that leads out of the
repository and no \`.gitmodules\`: every Application of the branch would fail.

Who can push here decides what runs on every cluster that reads it.
`
