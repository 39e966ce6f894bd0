// The text of an answer, also of one that goes on for ever.

/** Of events what comes at once, without the place from which they go on, which is another in each process. */
export async function answerText(response: Response): Promise<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    return response.text()
  }
  const reader = response.body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  await reader?.cancel()
  return new TextDecoder().decode(value).replaceAll(/^id: .*$/gm, 'id')
}
