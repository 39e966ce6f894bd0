// What the reporter runs on a cluster, in the shell that every image with kubectl and curl has. It has no `$$`, and no `$(NAME)` of a
// variable: Kubernetes would replace them. https://kubernetes.io/docs/tasks/inject-data-application/define-command-argument-container/

/** Where the Secret with the token is, as a folder of files. */
export const SECRET_FOLDER = '/etc/berth'

/**
 * Sends what Argo CD says of its Applications, and only that nothing changed where nothing did. How long it waits is what
 * Berth answers; after a failure longer each time, with jitter. The token is in no output and in no argument of a process.
 *
 * What is left out of the digest changes each time Argo CD looks: kubectl prints each field on a line of its own.
 */
export const REPORTER_SCRIPT = String.raw`# Tells Berth what Argo CD says of its Applications.
set -u
umask 077
export LC_ALL=C
trap 'exit 0' TERM INT

to=$BERTH_URL/api/v1/clusters/$BERTH_CLUSTER/report
sent= told=none said= failures=0 next=0

# Says it once, however long it stays so.
say() {
  [ "$1" = "$said" ] || printf '%s %s\n' "$(date -u +%FT%TZ)" "$1"
  said=$1
}

random() {
  echo $(($(od -An -N2 -tu2 /dev/urandom) % ($1 + 1)))
}

# A method, the end of the address, more arguments of curl: prints the status, 000 without an answer.
ask() {
  method=$1 end=$2
  shift 2
  : >head
  : >body
  [ ! -s "$BERTH_SECRET/ca.crt" ] || set -- --cacert "$BERTH_SECRET/ca.crt" "$@"
  printf 'header = "Authorization: Bearer %s"\n' "$(tr -cd 'A-Za-z0-9._~+/=-' <"$BERTH_SECRET/token")" |
    curl --config - --silent --show-error --connect-timeout 10 --max-time 120 --request "$method" \
      --header "Date: $(date -u '+%a, %d %b %Y %T GMT')" --header 'Content-Type: application/json' \
      --dump-header head --output body --write-out '%{http_code}' "$@" "$to$end" 2>error
}

# The number in a header of the answer.
header() {
  tr -d '\r' <head | tr A-Z a-z | sed -n "s/^$1: *0*\([0-9]\{1,5\}\)$/\1/p" | tail -n 1
}

went_well() {
  say "$1"
  failures=0
  next=$(header berth-next-s)
  [ "$next" -ge 1 ] 2>error || next=60
}

# At first 5 s, then twice as long each time up to 5 min, of which a random half is left out.
failed() {
  say "$1"
  [ "$failures" -ge 7 ] || failures=$((failures + 1))
  longest=$((5 << failures >> 1))
  next=$((longest - $(random $((longest / 2)))))
  after=$(header retry-after)
  [ -z "$after" ] || [ "$after" -le "$next" ] || next=$((after + $(random $((after / 4 + 1)))))
}

refused() {
  if [ "$1" = 000 ]; then
    failed "no answer from Berth: $(tail -n 1 error)"
  else
    failed "Berth answered $1 $(jq -r '.code? | strings | select(test("^[a-z_]{1,40}$"))' body 2>error)"
  fi
}

look() {
  kubectl get applications.argoproj.io --all-namespaces --output json --request-timeout 60s >list 2>error || return
  digest=$(sed -E '/^ *"(generation|reconciledAt|resourceVersion)": /d' list | sha256sum | cut -c 1-64)
}

# What proves that teams are confined, as JSON.
proof() {
  kubectl get configmap argocd-cm --ignore-not-found --output json --request-timeout 60s >settings 2>error &&
    kubectl get clusterrole argocd-application-controller --ignore-not-found --output json --request-timeout 60s >role 2>error &&
    kubectl get appprojects.argoproj.io --output json --request-timeout 60s >projects 2>error &&
    sed -n 's/^ *"project": \("[^"]*"\),*$/\1/p' list | sort -u >used &&
    jq -nc --slurpfile settings settings --slurpfile role role --slurpfile projects projects --slurpfile used used '
      def harmless:
        (.verbs - ["get", "list", "watch"] == []) or
        (.apiGroups == ["argoproj.io"] and (.verbs - ["update", "patch"] == []) and
          all(.resources[]; test("^app(lications|projects)(/|$)"))) or
        (.resources == ["events"] and (.verbs - ["create", "patch"] == [])) or
        (.resources == ["serviceaccounts"] and .verbs == ["impersonate"] and (.resourceNames // []) != []);
      ($settings[0].data // {}) as $set | {
        enabled: ($set["application.sync.impersonation.enabled"] == "true"),
        enforced: ($set["application.sync.impersonation.enforced"] != "false"),
        controllerRole: (if $role == [] then null elif all($role[0].rules[]?; harmless) then "narrow" else "stock" end),
        projectsWithout: ([$projects[0].items[] | select((.spec.destinationServiceAccounts // []) == [])
          | .metadata.name | select(IN($used[]))][:100])
      }' 2>error
}

tell() {
  printf '{"apiVersion":"berth.dev/v1","kind":"Report","at":"%s","complete":false,"reconciler":{"kind":"argocd","confinement":%s},"items":[]}' \
    "$at" "$1" >word
  ask PUT '' --data-binary @word
}

round() {
  : >head
  at=$(date -u +%FT%TZ)
  look || {
    failed "Argo CD's Applications can't be read: $(tail -n 1 error)"
    return
  }
  proven=$(proof) || proven=null
  if [ "$proven" != "$told" ]; then
    [ "$proven" != null ] || say "what proves confinement can't be read: $(tail -n 1 error)"
    status=$(tell "$proven")
    # Where Berth doesn't take it, it may take the rest.
    case $status in 200 | 400 | 422) told=$proven ;; *) refused "$status" && return ;; esac
  fi
  if [ "$digest" = "$sent" ]; then
    printf '{"digest":"%s","at":"%s"}' "$digest" "$at" >word
    status=$(ask POST /unchanged --data-binary @word)
    case $status in
      204) went_well 'nothing new' && return ;;
      409) sent= told=none ;;
      *) refused "$status" && return ;;
    esac
  fi
  gzip <list >list.gz
  status=$(ask PUT '' --header 'Content-Encoding: gzip' --header "Berth-Observed-At: $at" \
    --header "Berth-Report-Digest: $digest" --upload-file list.gz)
  if [ "$status" = 200 ]; then
    sent=$digest
    went_well 'Berth took the report'
  else
    refused "$status"
  fi
}

while :; do
  if [ -s "$BERTH_SECRET/token" ]; then
    round
  else
    say 'waiting for the Secret berth-reporter'
    next=10
  fi
  sleep "$next" &
  wait $!
done
`
