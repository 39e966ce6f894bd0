// Texts that run scripts or call another host if a page doesn't escape them.

export const CANARY = 'canary.example'
/** The global that each of their scripts would set. */
export const MARK = 'berthRan'

const run = `${MARK}=1,alert(1)`

/** Work only as the beginning of an address, not in the middle of a text. */
export const HOSTILE_ADDRESSES = [`javascript:${run}`, `data:text/html,<script>${run}</script>`]

export const HOSTILE_TEXTS: readonly string[] = [
  `<script>${run}</script>`,
  `<script src=//${CANARY}/1></script>`,
  `</script><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `--><script>${run}</script>`,
  `]]><script>${run}</script>`,
  `"><script>${run}</script>`,
  `'><script>${run}</script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<ScRiPt>${run}</sCrIpT>`,
  `<img src=x onerror=${run}>`,
  `<img src=//${CANARY}/2>`,
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<iframe srcdoc="<script>parent.${run}</script>">`,
  `<iframe src=//${CANARY}/3></iframe>`,
  `<a href=javascript:${run}>x</a>`,
  `[x](javascript:${run})`,
  `![x](//${CANARY}/4)`,
  ...HOSTILE_ADDRESSES,
  `" onmouseover=${run} x="`,
  `' autofocus onfocus=${run} x='`,
  `<details open ontoggle=${run}>`,
  `<style>@import '//${CANARY}/5'</style>`,
  `<link rel=stylesheet href=//${CANARY}/6>`,
  `<base href=//${CANARY}/>`,
  `<meta http-equiv=refresh content="0;url=//${CANARY}/7">`,
  `<form action=//${CANARY}/8><button autofocus>x</button></form>`,
  `\${${run}}{{constructor.constructor('${run}')()}}`,
  `\\u003cscript>${run}\\u003c/script>`,
  `&lt;script&gt;${run}&lt;/script&gt;`,
]
