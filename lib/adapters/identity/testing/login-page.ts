type Claims = Readonly<Record<string, unknown>>

/** One button per account; the form sends its id as `account`. No scripts, and no styles from elsewhere. */
export function loginPage(
  accounts: ReadonlyMap<string, Claims>,
  { asksForToken, nonce }: { asksForToken: boolean; nonce: string },
): string {
  const buttons = [...accounts].map(([id, claims]) => button(id, claims)).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Choose an account</title>
<style nonce="${nonce}">
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 10vh auto; padding: 0 1rem }
  label { display: block; margin: 0 0 1rem }
  input { display: block; width: 100%; box-sizing: border-box; padding: .5rem; font: inherit }
  button { display: block; width: 100%; margin: 0 0 .5rem; padding: .75rem; font: inherit; text-align: left }
</style>
<main>
<h1>Choose an account</h1>
<form method="post">
${asksForToken ? TOKEN_FIELD : ''}${buttons}
</form>
</main>
</html>
`
}

const TOKEN_FIELD = `<label>A token of an admin
<input type="password" name="token" autocomplete="off" required></label>
`

function button(id: string, { name }: Claims): string {
  const label = typeof name === 'string' ? name : id
  return `<button name="account" value="${escaped(id)}">${escaped(label)}</button>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
